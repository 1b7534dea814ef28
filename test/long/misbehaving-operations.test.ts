import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerFolder, startServerProcess, type ServerProcess } from '../support/index.js';

const CLIENTS = 50;
/** Milliseconds between an answer and the next request of a client. */
const PAUSE = 50;
/** Milliseconds before and after what misbehaves. */
const CALM = 1_000;
/** Milliseconds after which a client gives up. */
const PATIENCE = 30_000;

const PLUGIN = `
const define = (name, run) => ({
  type: 'Test::' + name, summary: name + '.', effect: 'reads', checks: 'schema', input: { type: 'object' }, run,
});
export const plugin = {
  name: 'misbehaving',
  operations: [
    define('Fine', async (_input, { database }) => ({ Rows: (await database.query('select 1')).length })),
    define('Throws', () => { throw new Error('Thrown.'); }),
    define('RejectsLate', async () => { setTimeout(() => Promise.reject(new Error('Late.')), 200); return {}; }),
    define('NeverReturns', () => new Promise(() => undefined)),
    define('Blocks', async () => { const end = Date.now() + 8000; while (Date.now() < end); return {}; }),
    define('Answers100MB', async () => ({ Text: 'x'.repeat(100_000_000) })),
  ],
};
`;
const NAMES = ['Throws', 'RejectsLate', 'NeverReturns', 'Blocks', 'Answers100MB'];
const STATUSES = { Throws: 500, RejectsLate: 200, NeverReturns: 408, Blocks: 200, Answers100MB: 200 };

const SERVICE = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation:
    Fine: { Type: 'Test::Fine' }
${NAMES.map((name) => `    ${name}: { Type: 'Test::${name}'${name === 'NeverReturns' ? ', Timeout: 2' : ''} }`).join('\n')}
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 1000
      RouteOperationMapping:
${['Fine', ...NAMES].map((name) => `        ${name}: { Route: /${name}, RequestMethod: [GET] }`).join('\n')}
`;

interface Exchange {
  readonly status: number;
  readonly milliseconds: number;
}

function get(url: string, agent: Agent): Promise<Exchange> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, timeout: PATIENCE }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - began });
      });
      response.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('No answer.')));
    sent.once('error', reject);
    sent.end();
  });
}

/** What 50 clients with a connection each see while one other request misbehaves. */
async function observe(base: string, name: string) {
  const others: Exchange[] = [];
  const lost: unknown[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      await get(`${base}/Fine`, agent).then(
        (exchange) => others.push(exchange),
        (error: unknown) => lost.push(error),
      );
      await wait(PAUSE);
    }
    agent.destroy();
  });
  await wait(CALM);
  const agent = new Agent();
  const own = await get(`${base}/${name}`, agent);
  agent.destroy();
  await wait(CALM);
  isOver = true;
  await Promise.all(clients);
  const times = others.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const refused = others.filter(({ status }) => status !== 200).length;
  const above = times.filter((milliseconds) => milliseconds > 1000).length;
  return { own, answered: others.length, refused, lost: lost.length, above, longest: times.at(-1) ?? 0 };
}

function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

describe.each([1, 2])('50 clients of %i processes', (workers) => {
  const folder = makeServerFolder();
  let server: ServerProcess;

  beforeAll(async () => {
    const services = join(folder.path, 'webservices');
    await mkdir(services);
    await writeFile(join(services, 'Mixed.yml'), SERVICE);
    const plugin = join(folder.path, 'misbehaving.mjs');
    await writeFile(plugin, PLUGIN);
    const configuration = `plugins: ['${plugin}']\nwebServices: { folder: '${services}' }\ncatalogue: { file: null }\n`;
    server = await startServerProcess(folder.path, { configuration, words: ['--workers', String(workers)] });
    // What a server does for the first time takes longer.
    await observe(`${server.url}/Webservice/Mixed`, 'Fine');
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it.each(NAMES)('are all answered while an operation misbehaves: %s', async (name) => {
    const seen = await observe(`${server.url}/Webservice/Mixed`, name);
    const { own, answered, refused, lost, above, longest } = seen;
    const milliseconds = (value: number) => `${Math.round(value)} ms`;
    // The figures of docs/reliability.md; the memory is that of the first process.
    process.stderr.write(
      `${workers} | ${name} | ${own.status} after ${milliseconds(own.milliseconds)} | ${answered} answers, ${refused} refused, ` +
        `${lost} lost, ${above} above 1 s | longest ${milliseconds(longest)} | ${memoryOf(server)} MB at most\n`,
    );
    expect(own.status).toBe(STATUSES[name as keyof typeof STATUSES]);
    expect([refused, lost]).toEqual([0, 0]);
    expect(answered).toBeGreaterThanOrEqual(CLIENTS);
  });
});
