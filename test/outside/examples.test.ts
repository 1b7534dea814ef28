import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { OutsideFolder } from './outside-folder.js';

const ROOT = join(import.meta.dirname, '..', '..');
/** Examples that are packages; test/connectors.test.ts has the definitions. */
const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter((name) => name !== 'connectors');

describe('the examples, each in a folder outside the repository,', () => {
  const folder = new OutsideFolder();

  beforeAll(() => {
    cpSync(join(ROOT, 'examples'), folder.path, { recursive: true });
  });

  afterAll(() => {
    folder.remove();
  });

  it('are the ones that the docs name', () => {
    expect(EXAMPLES).toEqual(['bulk-close', 'lookup-in-another-database', 'notify-chat']);
  });

  it.each(EXAMPLES)('%s passes its own tests', async (name) => {
    const { code, output } = await folder.run('npm', ['test'], name);
    expect([code, output]).toEqual([0, expect.stringContaining('# fail 0')]);
    // Of describeOperation alone.
    expect(Number(/# pass (\d+)/.exec(output)?.[1])).toBeGreaterThan(7);
  });
});
