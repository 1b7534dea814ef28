import { spawn } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { untilTrue } from '../support/index.js';

import { OutsideFolder } from '../outside/outside-folder.js';

const TEST = `import { after, before } from 'node:test';
import { defineOperation } from '@ticketgate/sdk';
import { createTestContext, describeOperation } from '@ticketgate/sdk/testing';

const wait = defineOperation({
  type: 'Custom::Wait', summary: 'Never ends.', effect: 'writes',
  input: { type: 'object', properties: { Name: { type: 'string' } } },
  output: { type: 'object', properties: {} },
  errors: [], examples: [{ summary: 'Waits.', input: { Name: 'x' } }],
  async run(_input, context) {
    await context.database.query('select 1');
    process.stderr.write('waiting\\n');
    return new Promise(() => undefined);
  },
});
let context;
before(async () => { context = await createTestContext({ operations: [wait], database: true }); });
after(() => context.close());
describeOperation(wait, { context: () => context, patience: 500 });
`;

describe('a test of an operation that never ends', () => {
  const folder = new OutsideFolder();
  const environment = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    NODE_OPTIONS: undefined,
    TICKETGATE_TEST_DATABASE_URL: undefined,
    TMPDIR: join(folder.path, 'tmp'),
  };
  /** Of the databases of contexts; one is gone when its PostgreSQL is. */
  const folders = () => readdirSync(environment.TMPDIR).filter((name) => name.startsWith('ticketgate-test-'));
  const start = () => {
    const child = spawn(process.execPath, ['never.test.mjs'], {
      cwd: folder.path,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    return { child, ended: once(child, 'close'), output: () => output };
  };

  beforeAll(() => {
    folder.write('never.test.mjs', TEST);
    folder.write('tmp/empty', '');
    // PostgreSQL runs as another user when we are root.
    for (const path of [folder.path, environment.TMPDIR]) chmodSync(path, 0o755);
  });

  afterAll(() => {
    folder.remove();
  });

  it('fails after its time limit, and leaves no PostgreSQL behind', async () => {
    const { ended, output } = start();
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('it has not answered within 500 ms, the patience of this test');
    expect(output()).toContain('it is still running without its client');
    expect(folders()).toEqual([]);
  });

  it('leaves no PostgreSQL behind when it is killed', async () => {
    const { child, ended, output } = start();
    await untilTrue(() => Promise.resolve(output().includes('waiting')));
    expect(folders()).toHaveLength(1);
    child.kill('SIGKILL');
    await ended;
    await untilTrue(() => Promise.resolve(folders().length === 0));
  });
});
