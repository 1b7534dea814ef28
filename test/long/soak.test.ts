import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@ticketgate/database/postgres';
import { makeServerFolder, silentLogger, startServerProcess, type ServerProcess } from '../support/index.js';
import { findEmbeddedDatabase } from '@ticketgate/database';

import { BUSY, CLOSED, FINE, Load, SUBJECTS, TITLES } from '../tools/load.js';

/** Another duration while somebody works on this. */
const MINUTES = Number(process.env.TICKETGATE_SOAK_MINUTES ?? 30);
const MINUTE = 60_000;
const RATE = 30;
/** Minutes between two kills of a worker, and between two restarts of PostgreSQL. */
const KILL = 2;
const RESTART = 5;
/** Milliseconds between two looks at the processes, and the ages at which workers are compared. */
const LOOK = 5_000;
const AGES = { from: 60_000, to: 110_000 };
const TOLERANCE = 0.05;

interface Look {
  readonly at: number;
  readonly pid: number;
  /** Milliseconds since the process was seen first. */
  readonly age: number;
  readonly megabytes: number;
  readonly handles: number;
}

describe(`a server with two workers under mixed load for ${MINUTES} minutes`, () => {
  const folder = makeServerFolder();
  const looks: Look[] = [];
  const seenAt = new Map<number, number>();
  let server: ServerProcess;
  let load: Load;

  beforeAll(
    async () => {
      server = await startServerProcess(folder.path, { words: ['--workers', '2'] });
      load = new Load(server.url, { UserLogin: 'api_agent', Password: server.rootPassword });
      await load.prepare();
      load.start(RATE);
      const began = Date.now();
      const due = { kill: KILL, restart: RESTART };
      for (let minutes = 0; minutes < MINUTES; minutes = (Date.now() - began) / MINUTE) {
        if (minutes >= due.kill) {
          due.kill += KILL;
          process.kill(oldestWorker(), 'SIGKILL');
        }
        if (minutes >= due.restart) {
          due.restart += RESTART;
          process.kill(postmaster(), 'SIGINT');
        }
        lookAtAll();
        await wait(LOOK);
      }
      await load.stop();
      process.stderr.write(report());
    },
    (MINUTES + 5) * MINUTE,
  );

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('has each acknowledged write once', async () => {
    const url = findEmbeddedDatabase(join(folder.path, 'data'))?.url ?? '';
    const database = await openDatabase({ url, logger: silentLogger });
    const textsOf = async (statement: string) =>
      (await database.query<{ text: string }>(statement)).map(({ text }) => text).sort();
    const [tickets, articles] = [await textsOf(TITLES), await textsOf(SUBJECTS)];
    await database.close();
    expect(tickets).toEqual([...load.titles].sort());
    expect(articles).toEqual([...load.subjects].sort());
  });

  it('answers 503 with Retry-After or closes the connection, and nothing else', () => {
    const others = load.attempts.filter(({ outcome }) => ![FINE, BUSY, CLOSED].includes(outcome));
    expect(others).toEqual([]);
  });

  it('needs no more memory and handles than before', () => {
    const ofMain = looks.filter(({ pid }) => pid === server.child.pid);
    const end = ofMain.at(-1)?.at ?? 0;
    const begin = ofMain[0]?.at ?? 0;
    const quarter = (end - begin) / 4;
    // The first quarter is for warming up. Between collections of garbage, memory is at its least.
    const early = leastOf(ofMain.filter(({ at }) => at >= begin + quarter && at < begin + 2 * quarter));
    const late = leastOf(ofMain.filter(({ at }) => at >= end - quarter));
    expectNoMore(late, early);
    const workers = workersAtEqualAge();
    const half = Math.floor(workers.length / 2);
    const [before, after] = [medianOf(workers.slice(0, half)), medianOf(workers.slice(half))];
    expectNoMore(after, before);
  });

  function lookAtAll(): void {
    const at = Date.now();
    for (const pid of [server.child.pid ?? 0, ...workers()]) {
      const first = seenAt.get(pid) ?? at;
      seenAt.set(pid, first);
      const found = lookAt(pid);
      if (found !== undefined) looks.push({ at, pid, age: at - first, ...found });
    }
  }

  function workers(): readonly number[] {
    return childrenOf(server.child.pid ?? 0).filter((pid) => nameOf(pid).startsWith('node'));
  }

  function oldestWorker(): number {
    const [oldest] = [...workers()].sort((a, b) => (seenAt.get(a) ?? Infinity) - (seenAt.get(b) ?? Infinity));
    if (oldest === undefined) throw new Error('There is no worker.');
    return oldest;
  }

  function postmaster(): number {
    return Number(readFileSync(join(folder.path, 'data', 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Each of them that became old enough, in the order of their starts; the first two began without load. */
  function workersAtEqualAge(): readonly Size[] {
    const pids = [...new Set(looks.map(({ pid }) => pid))].filter((pid) => pid !== server.child.pid).slice(2);
    const atAge = pids.map((pid) =>
      looks.filter((each) => each.pid === pid && each.age >= AGES.from && each.age < AGES.to),
    );
    return atAge.filter((each) => each.some(({ age }) => age >= AGES.to - 2 * LOOK)).map(leastOf);
  }

  function report(): string {
    const ofMain = looks.filter(({ pid }) => pid === server.child.pid);
    const each = ofMain.filter((_look, index) => index % Math.ceil(MINUTE / LOOK) === 0);
    const rows = each.map(({ at, megabytes, handles }) => {
      const minutes = ((at - (ofMain[0]?.at ?? 0)) / MINUTE).toFixed(0);
      return `  main process after ${minutes} min: ${megabytes.toFixed(0)} MB, ${handles} handles\n`;
    });
    const others = workersAtEqualAge().map(
      ({ megabytes, handles }, index) =>
        `  worker ${index + 1} at the same age: ${megabytes.toFixed(0)} MB, ${handles} handles\n`,
    );
    const failed = load.attempts.filter(({ outcome }) => outcome !== FINE).length;
    return `${load.titles.size} tickets, ${load.attempts.length} requests, ${failed} failed\n${[...rows, ...others].join('')}`;
  }
});

type Size = Pick<Look, 'megabytes' | 'handles'>;

function leastOf(sizes: readonly Size[]): Size {
  return {
    megabytes: Math.min(...sizes.map(({ megabytes }) => megabytes)),
    handles: Math.min(...sizes.map(({ handles }) => handles)),
  };
}

/** The size of a usual worker: one that was left alone after another died keeps the connections of both for a while. */
function medianOf(sizes: readonly Size[]): Size {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
  return {
    megabytes: median(sizes.map(({ megabytes }) => megabytes)),
    handles: median(sizes.map(({ handles }) => handles)),
  };
}

function expectNoMore(after: Size, before: Size): void {
  expect(after.megabytes).toBeLessThan(before.megabytes * (1 + TOLERANCE));
  expect(after.handles).toBeLessThanOrEqual(Math.ceil(before.handles * (1 + TOLERANCE)));
}

/** Undefined for a process that has ended meanwhile. */
function lookAt(pid: number): Size | undefined {
  try {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return { megabytes: kilobytes / 1000, handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.split('/').at(-1) ?? '';
  } catch {
    return ''; // it has ended
  }
}
