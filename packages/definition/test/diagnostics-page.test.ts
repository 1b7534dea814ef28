import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@ticketgate/definition';
import { declaredMessages } from '@ticketgate/sdk/schema';

const PACKAGES = join(import.meta.dirname, '..', '..');
/** Where diagnostics are made. */
const SOURCES = [
  join(PACKAGES, 'sdk', 'src', 'schema'),
  join(PACKAGES, 'definition', 'src'),
  join(PACKAGES, 'ticketgate', 'src'),
  join(PACKAGES, 'runtime', 'src'),
];
/** Parts of sentences that several diagnostics have. */
const SHARED = ['change', 'destination', 'effect', 'names', 'request', 'value'];
const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'diagnostics.md');

function textsOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8'));
}

describe('docs/diagnostics.md', () => {
  it('names every code that the source can report, and no other', () => {
    const source = SOURCES.flatMap(textsOf).join('\n');
    const declared = [...declaredMessages.keys()]
      .map((id) => id.split('.')[0] ?? '')
      .filter((code) => !SHARED.includes(code));
    const reported = [...source.matchAll(/code: (?:\w+ \? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)].flatMap(([, ...codes]) =>
      codes.filter(Boolean),
    );
    const named = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, code]) => code);
    expect([...named].sort()).toEqual([...new Set([...declared, ...reported])].sort());
  });
});
