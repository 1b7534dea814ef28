import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..', 'src');
const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'diagnostics.md');

describe('docs/diagnostics.md', () => {
  it('names every code that the source can report, and no other', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const source = files.map((name) => readFileSync(join(SOURCE, name), 'utf8')).join('\n');
    const reported = [...source.matchAll(/code: (?:isSame \? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)].flatMap(
      ([, ...codes]) => codes.filter(Boolean),
    );
    const named = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, code]) => code);
    expect([...named].sort()).toEqual([...new Set(reported)].sort());
  });
});
