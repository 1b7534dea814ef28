import { setTimeout as wait } from 'node:timers/promises';
import { silentLogger, startTestServer, untilTrue } from '../support/index.js';
import { startServer } from 'ticketgate';
import type { System } from '@ticketgate/runtime';

/** Two versions that answer each request in ways of their own. */
const VERSION = (answer: 'flat' | 'envelope') => `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, Answer: ${answer} }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { KeepAlive: 1, MaxLength: 1000, RouteOperationMapping: { Get: { Route: /session, RequestMethod: [POST] } } }
  Operation: { Get: { Type: 'Session::SessionGet' } }
`;

const NAME = 'Replicated';
/** Only announcements bring a change to the other replica in time. */
const NEVER = 3_600;

export interface Load {
  readonly publishes: number;
  /** Of all clients together; undefined for as many as there can be. */
  readonly requestsPerSecond?: number;
}

export interface Outcome {
  /** How often each answer came: status and body, without what differs between requests. */
  readonly answers: ReadonlyMap<string, number>;
  /** Milliseconds from each publish to the first answer of the new version, by both replicas. */
  readonly delays: readonly number[];
}

/** Publishes on one of two replicas, again and again, while clients call both. */
export async function publishUnderLoad(load: Load): Promise<Outcome> {
  const configuration = { webServices: { pollInterval: NEVER } };
  const first = await startTestServer({ webServices: { [NAME]: VERSION('flat') }, configuration });
  const { system } = first;
  const loaded = {
    configuration: {
      ...system.configuration,
      database: { ...system.configuration.database, url: system.location.url },
    },
    sources: new Map(),
    files: [],
    root: system.configuration.data,
  };
  try {
    const second = await startServer({
      loaded,
      plugins: { plugins: system.plugins, problems: [], listings: new Map() },
      logger: silentLogger,
    });
    try {
      return await publishBeside(system, [first.url, second.url], load);
    } finally {
      await second.stop();
    }
  } finally {
    await first.stop();
  }
}

async function publishBeside(
  system: System,
  urls: readonly string[],
  { publishes, requestsPerSecond }: Load,
): Promise<Outcome> {
  const answers = new Map<string, number>();
  const clients = startClients(urls, { answers, requestsPerSecond });
  const delays: number[] = [];
  try {
    for (let count = 1; count <= publishes; count += 1) {
      const answer = count % 2 === 0 ? 'flat' : 'envelope';
      const began = performance.now();
      await system.services.save({ name: NAME, config: VERSION(answer), userID: 1, time: '2026-11-22 10:00:00' });
      const isLive = async (url: string) => (await call(url)).includes('"Success"') === (answer === 'envelope');
      await untilTrue(async () => (await Promise.all(urls.map(isLive))).every(Boolean));
      delays.push(performance.now() - began);
    }
  } finally {
    await clients.stop();
  }
  return { answers, delays };
}

const CLIENTS = 8;

function startClients(
  urls: readonly string[],
  { answers, requestsPerSecond }: { answers: Map<string, number>; requestsPerSecond: number | undefined },
): { stop(): Promise<void> } {
  let isStopped = false;
  const pause = requestsPerSecond === undefined ? 0 : (CLIENTS * 1_000) / requestsPerSecond;
  const client = async (place: number) => {
    while (!isStopped) {
      const answer = await call(urls[place % urls.length] ?? '').catch((error: unknown) => `failed: ${String(error)}`);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      await wait(pause);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, place) => client(place));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

async function call(url: string): Promise<string> {
  const response = await fetch(`${url}/Webservice/${NAME}/session`, { method: 'POST', body: '{"SessionID":"1"}' });
  return `${response.status} ${await response.text()}`;
}
