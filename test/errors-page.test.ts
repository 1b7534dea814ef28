import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plugin as faq } from '../packages/plugin-faq/src/index.js';
import { plugin as session } from '../packages/accounts/src/session-plugin/index.js';
import { plugin as ticket } from '../packages/plugin-ticket/src/index.js';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = readdirSync(join(ROOT, 'packages'));
/** Parts of the system whose codes are ours; those of operations are the family's. */
const CODE = /'((?:Admin|Server|Database|Accounts|Gateway|Catalogue|FAQ|Fetch|Requester|Ticket)\.[A-Z][A-Za-z]+)'/g;

function textsOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

function sources(name: string): readonly string[] {
  return textsOf(join(ROOT, 'packages', name, 'src'));
}

function readPage(): string {
  return readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
}

/** The codes that operations declare. */
function declaredCodes(): readonly string[] {
  return [faq, session, ticket].flatMap(({ operations }) => operations.flatMap(({ errors }) => errors ?? []));
}

/** The rows of the table of operations: name and reasons. */
function tabledCodes(): readonly string[] {
  const [, table = ''] = readPage().split('| Operation ');
  const rows = table.matchAll(/^\| (\w+) +\| ([A-Z]\w+(?:, [A-Z]\w+)*) +\|$/gm);
  return [...rows].flatMap(([, operation, reasons = '']) =>
    reasons.split(', ').map((reason) => `${operation}.${reason}`),
  );
}

describe('docs/errors.md', () => {
  it('has a section for each of our codes, and no others', () => {
    const used = PACKAGES.flatMap(sources).flatMap((text) => [...text.matchAll(CODE)].map(([, code]) => code));
    const explained = [...readPage().matchAll(/^### (\S+)$/gm)].map(([, code]) => code);
    expect(explained.filter((code) => code?.includes('.')).sort()).toEqual([...new Set(used)].sort());
  });

  it('lists every code that an operation declares, and no other', () => {
    const declared = declaredCodes().filter((code) => !code.startsWith('FAQ.'));
    expect([...tabledCodes()].sort()).toEqual([...declared].sort());
  });
});

describe('every code', () => {
  it('is provoked by a test', () => {
    const ours = [...readPage().matchAll(/^### (\w+\.\w+)$/gm)].flatMap(([, code]) => code ?? []);
    const codes = [...ours, ...declaredCodes()];
    const folders = [join(ROOT, 'test'), ...PACKAGES.map((name) => join(ROOT, 'packages', name, 'test'))];
    const tests = folders.filter((folder) => existsSync(folder)).flatMap(textsOf);
    const isProvoked = (code: string) => tests.some((text) => text.includes(code));
    expect(codes.filter((code) => !isProvoked(code))).toEqual([]);
  });
});
