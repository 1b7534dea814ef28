import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, runTicketgate, startServerProcess, TicketgateProcess } from '../../support/index.js';

/** Like a loop without an end, but without its work. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const NEVER_READY = `export const plugin = { name: 'never-ready', operations: [], services() { ${BLOCK} } };`;
const MILLISECONDS = 120_000;

describe('a plugin that never lets go', () => {
  const folder = makeServerFolder();

  afterAll(() => {
    folder.remove();
  });

  function configure(name: string, code: string): { plugin: string; environment: Record<string, string> } {
    const own = join(folder.path, name);
    mkdirSync(own);
    const plugin = join(own, 'plugin.mjs');
    writeFileSync(plugin, code);
    const file = join(own, 'gateway.yml');
    writeFileSync(
      file,
      `plugins: ['${plugin}']\ndata: ./data\nwebServices: { folder: null }\ncatalogue: { file: null }\n`,
    );
    return { plugin, environment: { TICKETGATE_CONFIG: file, PORT: '0' } };
  }

  const sentence = (plugin: string) =>
    `plugins: "${plugin}" has kept the process busy for 35 s without a pause, so it was ended. Correct the plugin, or remove the entry.`;

  it(
    'is named by check, which ends',
    async () => {
      const { plugin, environment } = configure('imported', BLOCK);
      const { code, log } = await runTicketgate(['check'], { environment });
      expect(code).toBeNull();
      expect(log).toContain(sentence(plugin));
    },
    MILLISECONDS,
  );

  it(
    'is named by the server, which ends and starts without it',
    async () => {
      const { plugin, environment } = configure('started', NEVER_READY);
      const { code, log } = await new TicketgateProcess(['serve'], { environment }).ended();
      expect(code).toBeNull();
      expect(log).toContain(sentence(plugin));
      // With the same data: the PostgreSQL that was left behind is found.
      const data = join(folder.path, 'started', 'data');
      const again = await startServerProcess(folder.path, { environment: { TICKETGATE_DATA: data } });
      expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
      expect(await again.stop()).toBe(0);
    },
    MILLISECONDS,
  );
});
