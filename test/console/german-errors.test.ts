import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminRoutes, SHARED_ERRORS } from '@ticketgate/admin/api';
import { declaredMessages } from '@ticketgate/sdk/schema';

const ROOT = join(import.meta.dirname, '..', '..');
const CONSOLE = join(ROOT, 'packages', 'console', 'src');
const german = readWords('de-errors.json');

function readWords(file: string) {
  return JSON.parse(readFileSync(join(CONSOLE, 'locales', file), 'utf8')) as Readonly<Record<string, string>>;
}

/** Codes that docs/errors.md explains. */
function explainedCodes(): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
  return [...page.matchAll(/^### (\w+\.\w+)$/gm)].map(([, code = '']) => code);
}

/** Names of the values that an error answers beside its code. */
function valuesOf(code: string, sources: readonly string[]): readonly string[] {
  const made = new RegExp(String.raw`createError<\{([^}]*)\}>\(\s*'${code}'|'${code}';[^]*?values: \{ (\w+) \}`);
  const [, details = '', value = ''] = sources.map((source) => made.exec(source)).find((found) => found !== null) ?? [];
  return [...details.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name).concat(value === '' ? [] : value);
}

function readSources(): readonly string[] {
  const files = readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /^[\w-]+\/src\/.*\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, 'packages', file), 'utf8'));
}

describe('the errors of the administration in German', () => {
  it('have a text for each error that is answered, and none for others', () => {
    const explained = explainedCodes();
    const declared = [...SHARED_ERRORS, ...adminRoutes.flatMap(({ errors = [] }) => errors)].map(({ code }) => code);
    const answered = [...explained.filter((code) => /^(?:Admin|Accounts|Catalogue)\./.test(code)), ...declared];
    expect(answered.filter((code) => !Object.hasOwn(german, code))).toEqual([]);
    expect(Object.keys(german).filter((code) => !explained.includes(code))).toEqual([]);
  });

  it('have no text with a value that the error does not have', () => {
    const sources = readSources();
    const wrong = Object.entries(german).flatMap(([code, text]) =>
      [...text.matchAll(/\{(\w+)\}/g)]
        .filter(([, name = '']) => !valuesOf(code, sources).includes(name))
        .map(([mark]) => `${code} ${mark}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the messages of the server in German', () => {
  it('are those that are declared, with no other values', () => {
    const words = readWords('de-messages.json');
    expect(declaredMessages.size).toBeGreaterThan(100);
    expect(Object.keys(words).sort()).toEqual([...declaredMessages.keys()].sort());
    const unknown = Object.entries(words).flatMap(([id, text]) =>
      (text.match(/\{\w+\}/g) ?? []).filter((place) => declaredMessages.get(id)?.includes(place) !== true),
    );
    expect(unknown).toEqual([]);
  });
});
