import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = readdirSync(join(ROOT, 'packages'));
/** Parts of the system whose codes are ours; those of operations are the family's. */
const CODE = /'((?:Server|Database|Accounts|Gateway|Catalogue|FAQ)\.[A-Z][A-Za-z]+)'/g;

function sources(name: string): readonly string[] {
  const folder = join(ROOT, 'packages', name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

describe('docs/errors.md', () => {
  it('has a section for every code of ours, and none for a code that is gone', () => {
    const used = PACKAGES.flatMap(sources).flatMap((text) => [...text.matchAll(CODE)].map(([, code]) => code));
    const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
    const explained = [...page.matchAll(/^### (\S+)$/gm)].map(([, code]) => code);
    expect(explained.filter((code) => code?.includes('.')).sort()).toEqual([...new Set(used)].sort());
  });
});
