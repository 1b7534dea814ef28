import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '@ticketgate/definition';
import { checkSchema } from '@ticketgate/sdk/schema';

import { documentedKeys, renderReference } from './definition-reference.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PAGE = join(ROOT, 'docs', 'web-services.md');
const START = '\n## Every key\n\n';

/** The YAML blocks of a page that are whole definitions. */
function definitionsIn(page: string): readonly string[] {
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```yaml\n(.*?)^```/gms);
  return [...blocks].map(([, yaml = '']) => yaml).filter((yaml) => /^Provider:/m.test(yaml));
}

describe('docs/web-services.md', () => {
  // `UPDATE_MANUAL=1 npm test -- web-services-page` writes the reference after a change of the schema.
  it('describes every key as the schema does', () => {
    const text = readFileSync(PAGE, 'utf8');
    const start = text.indexOf(START) + START.length;
    const wanted = renderReference();
    if (process.env.UPDATE_MANUAL === '1') writeFileSync(PAGE, text.slice(0, start) + wanted);
    expect(readFileSync(PAGE, 'utf8').slice(start)).toBe(wanted);
  });

  it('gives examples that the schema allows', () => {
    const wrong = documentedKeys().flatMap(({ path, schema, manual }) =>
      checkSchema(manual.example, schema).map(({ message }) => `${path}: ${message}`),
    );
    expect(wrong).toEqual([]);
  });

  it('says what forms call every key that does something', () => {
    const untitled = documentedKeys().filter(({ path, schema: { title, deprecated } }) => {
      const hasOwnName = path.endsWith('>') || path.startsWith('Requester.Invoker.');
      return title === undefined && deprecated !== true && !hasOwnName;
    });
    expect(untitled.map(({ path }) => path)).toEqual([]);
  });
});

describe('A definition that a page shows', () => {
  it.each(['docs/web-services.md', 'README.md'])('has no mistake in %s', (page) => {
    const definitions = definitionsIn(page);
    expect(definitions).toHaveLength(1);
    const diagnostics = definitions.flatMap((text) => parseDefinition(text, { file: page }).diagnostics);
    expect(diagnostics).toEqual([]);
  });
});
