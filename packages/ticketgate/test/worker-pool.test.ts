import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { collectingLogger, silentLogger, untilTrue } from '../../../test/support/index.js';
import { defaultConfiguration } from '@ticketgate/runtime';

import { WorkerPool, type WorkerPoolOptions } from '../src/serving/workers/worker-pool.js';

/** Says what our workers say, and answers each connection with its number, which takes DELAY milliseconds. */
const WORKER = `
  let answering = 0;
  process.send({ kind: 'tell-metrics', id: '1' });
  process.send({ kind: 'ready', services: [] });
  setInterval(() => process.send('alive'), 20);
  process.on('message', (message, socket) => {
    if (message === 'finish') setInterval(() => process.send(answering > 0 ? 'answering' : 'idle'), 5);
    if (message === 'stop') setInterval(() => answering > 0 || process.exit(), 5);
    if (message !== 'connection') return;
    answering += 1;
    socket.write('worker ');
    setTimeout(() => socket.end(String(process.pid), () => (answering -= 1)), process.env.DELAY);
    process.send('taken');
  });
`;
/** Milliseconds; many times longer than the moment without connections that the end of accepting waits for. */
const SLOW = 300;

describe('a crew of workers', () => {
  let folder: string;
  let crew: WorkerPool;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-crew-'));
    const exec = join(folder, 'worker.mjs');
    writeFileSync(exec, WORKER);
    cluster.setupPrimary({ exec });
    const http = { ...defaultConfiguration(folder).http, port: 0 };
    crew = new WorkerPool({
      size: 2,
      http,
      environment: { DELAY: '0' },
      patience: 1_000,
      silence: 1_000,
      logger: silentLogger,
    });
    const started = await crew.start();
    // Not the first message of a worker, which may say anything.
    expect(started.services).toEqual([]);
    ({ port } = started);
    const early = ask();
    crew.open();
    expect(await early).not.toBe('');
  });

  afterAll(async () => {
    await crew.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The number of the worker that answers. */
  const ask = () => answerOf(connect(port, '127.0.0.1'));

  async function askTwice(): Promise<ReadonlySet<string>> {
    return new Set([await ask(), await ask()]);
  }

  it('takes connections in turn, and keeps serving while a worker hangs and is replaced', async () => {
    const [stopped = ''] = await askTwice();
    expect(await askTwice()).toContain(stopped);
    process.kill(Number(stopped), 'SIGSTOP');
    // One of them is dealt to it, and answered by another one in the end.
    const meanwhile = await Promise.all([ask(), ask(), ask()]);
    expect(meanwhile.filter((pid) => pid === '' || pid === stopped)).toEqual([]);
    await untilTrue(async () => {
      const pids = await askTwice();
      return pids.size === 2 && !pids.has('') && !pids.has(stopped);
    });
    expect(() => process.kill(Number(stopped), 0)).toThrow('ESRCH');
  });

  it('takes those who come back after an answer that took long, when it stops', async () => {
    const http = { ...defaultConfiguration(folder).http, port: 0 };
    const environment = { DELAY: String(SLOW) };
    const slow = new WorkerPool({ size: 2, http, environment, patience: 5_000, logger: silentLogger });
    const started = await slow.start();
    slow.open();
    const early = connect(started.port, '127.0.0.1');
    await once(early, 'readable');
    const stopped = slow.stop();
    expect(await answerOf(early)).not.toBe('');
    expect(await answerOf(connect(started.port, '127.0.0.1'))).not.toBe('');
    await stopped;
    expect(await answerOf(connect(started.port, '127.0.0.1'))).toBe('');
  });

  describe('whose workers never get ready', () => {
    const before = cluster.settings.exec;

    beforeAll(() => {
      const exec = join(folder, 'hanging.mjs');
      writeFileSync(exec, 'for (;;);\n');
      cluster.setupPrimary({ exec });
    });

    afterAll(() => {
      cluster.setupPrimary({ exec: before });
    });

    function hangingCrew(options: Partial<WorkerPoolOptions>): WorkerPool {
      const http = { ...defaultConfiguration(folder).http, port: 0 };
      return new WorkerPool({ size: 1, http, environment: {}, patience: 1_000, logger: silentLogger, ...options });
    }

    it('kills them, and says so', async () => {
      const logger = collectingLogger();
      const crew = hangingCrew({ startPatience: 500, logger });
      await expect(crew.start()).rejects.toThrow('A worker ended with a signal before it was ready');
      expect(logger.lines).toEqual([expect.stringContaining('a worker did not get ready; killing it')]);
    });

    it('does not wait for them when it stops', async () => {
      const crew = hangingCrew({ patience: 600_000 });
      const started = crew.start();
      await Promise.all([expect(started).rejects.toThrow('before it was ready'), crew.stop()]);
    });
  });
});

/** The number of a worker, or nothing where none answered. */
async function answerOf(socket: Socket): Promise<string> {
  const said = await text(socket).catch(() => '');
  return said.replace('worker ', '');
}
