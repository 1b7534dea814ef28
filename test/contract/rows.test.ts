import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'contract.md');

/** Rows of tables that begin with a number such as A1, and the test file that their last column links to. */
function rowsOfPage(): readonly { readonly id: string; readonly file: string | undefined }[] {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const id = /^\| ([A-Z]+\d+) +\|/.exec(line)?.[1];
    return id === undefined ? [] : [{ id, file: /\(\.\.\/test\/contract\/([\w.-]+)\) +\|$/.exec(line)?.[1] }];
  });
}

/** Numbers of rows that the names of tests in a file begin with. */
function rowsOfTests(): readonly { readonly id: string; readonly file: string }[] {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const names = text.matchAll(/['"`]([A-Z]+\d+(?:, [A-Z]+\d+)*): /g);
    return [...names].flatMap(([, ids = '']) => ids.split(', ').map((id) => ({ id, file })));
  });
}

const text = ({ id, file }: { readonly id: string; readonly file: string | undefined }) => `${id} ${file ?? 'no test'}`;

describe('docs/contract.md', () => {
  it('links every row to the file that tests it, and every test to a row', () => {
    expect(new Set(rowsOfPage().map(text))).toEqual(new Set(rowsOfTests().map(text)));
  });

  it('gives every row a number of its own', () => {
    const ids = rowsOfPage().map(({ id }) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids.length).toBeGreaterThan(50);
  });
});
