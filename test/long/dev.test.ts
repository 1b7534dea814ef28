import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeServerFolder,
  startTestDatabase,
  TicketgateProcess,
  untilTrue,
  type TestDatabase,
} from '../support/index.js';

const SOURCE = (word: string) => `import { word } from './word.js';
import { migrations } from './migrations.js';
const say: { type: string } & Record<string, unknown> = {
  type: 'Test::Say', summary: 'Says a word.', effect: 'reads', checks: 'own', input: {},
  run: async () => ({ Word: word, Other: '${word}' }),
};
export const plugin = { name: 'saying', operations: [say], migrations };
`;

const MIGRATIONS = `export const migrations = [{
  name: 'saying/001-word', why: 'Words are kept.', schema: 'ticketgate' as const,
  up: (database: { query(text: string): Promise<void> }) => database.query('create table word (word text)'),
}];
`;

const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { Say: { Route: /say } } } }
  Operation: { Say: { Type: 'Test::Say' } }
`;

/** Of tests that start several workers; milliseconds. */
const LONG = 120_000;

describe('serve --dev', () => {
  const folder = makeServerFolder();
  let database: TestDatabase;
  let server: TicketgateProcess;
  let url = '';

  /** A worker starts slowly on a busy machine. */
  const eventually = (condition: () => Promise<boolean>) => untilTrue(condition, 50_000);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
  };
  const say = async (path = '/say'): Promise<unknown> => {
    const response = await fetch(`${url}/Webservice/Saying${path}`, {
      method: 'POST',
      body: '{"A":1}',
      headers: { Connection: 'close' },
    });
    return response.status === 200 ? ((await response.json()) as { Word: string }).Word : response.status;
  };

  const start = async () => {
    const environment = {
      TICKETGATE_CONFIG: join(folder.path, 'gateway.yml'),
      TICKETGATE_DATA: join(folder.path, 'data'),
      DATABASE_URL: database.url,
    };
    server = new TicketgateProcess(['serve', '--dev'], { environment });
    ({ url } = await server.ready());
  };

  beforeAll(async () => {
    database = await startTestDatabase({ migrations: [] });
    for (const name of ['saying', 'webservices']) mkdirSync(join(folder.path, name));
    symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder.path, 'node_modules'));
    write('saying/package.json', '{ "name": "saying", "exports": "./index.ts" }');
    write('saying/index.ts', SOURCE('one'));
    write('saying/word.ts', `export const word: string = 'one';\n`);
    write('saying/migrations.ts', MIGRATIONS);
    write('webservices/Saying.yml', SERVICE);
    write(
      'gateway.yml',
      'http: { port: 0 }\nplugins: [./saying]\nwebServices: { folder: webservices }\ncatalogue: { file: null }\n',
    );
    await start();
  }, LONG);

  afterAll(async () => {
    await server.end('SIGTERM');
    await database.stop();
    folder.remove();
  });

  it(
    'serves what the sources say now, also of files that the plugin imports',
    async () => {
      expect(await say()).toBe('one');
      write('saying/word.ts', `export const word: string = 'two';\n`);
      await eventually(async () => (await say()) === 'two');
    },
    LONG,
  );

  it(
    'keeps the last good version while the sources are broken, and says where',
    async () => {
      write('saying/word.ts', 'export const word: string = ;\n');
      await eventually(() => Promise.resolve(server.log.includes('The last good version keeps serving.')));
      expect(server.log).toContain(`${join(folder.path, 'saying', 'word.ts')}:1:29  error  plugin-import`);
      expect(await say()).toBe('two');
      write('saying/word.ts', `export const word: string = 'three';\n`);
      await eventually(async () => (await say()) === 'three');
    },
    LONG,
  );

  it(
    'applies definitions without another worker',
    async () => {
      const changes = () => server.log.split('has changed').length;
      const before = changes();
      write('webservices/Saying.yml', SERVICE.replace('/say', '/speak'));
      await eventually(async () => (await say('/speak')) === 'three');
      expect(changes()).toBe(before);
    },
    LONG,
  );
});
