import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '..', 'dist');

/** Bytes of a file as browsers get it with gzip. */
function sizeOf(name: string): number {
  return readFileSync(join(DIST, 'assets', `${name}.gz`)).length;
}

/** What a file imports before it can run, itself included. */
function closureOf(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  if (!name.endsWith('.js')) return seen;
  const source = readFileSync(join(DIST, 'assets', name), 'utf8');
  const imported = source.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g);
  for (const [, each = ''] of imported) closureOf(each, seen);
  return seen;
}

describe('the size of the console', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');
  const first = new Set(
    [...page.matchAll(/assets\/([\w.-]+\.(?:js|css))"/g)].flatMap(([, name = '']) => [...closureOf(name)]),
  );
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

  it('is at most 80 kB of gzip for the first view', () => {
    expect(first.size).toBeGreaterThan(1);
    expect(sum(first)).toBeLessThan(80_000);
  });

  it('is at most 220 kB of gzip more for the editor', () => {
    const sources = [...first].map((name) => readFileSync(join(DIST, 'assets', name), 'utf8')).join('\n');
    const editor = /editor-screen-[\w-]+\.js/.exec(sources)?.[0] ?? '';
    expect(sum([...closureOf(editor)].filter((name) => !first.has(name)))).toBeLessThan(220_000);
  });
});
