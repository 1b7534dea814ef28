import { credentialsFor, SESSION } from './credentials.js';
import { findFault } from './judge.js';
import { generate } from './generate.js';
import { mutate } from './mutate.js';
import type { Finding } from './finding.js';
import type { FuzzServer } from './fuzz-server.js';
import type { Random } from './random.js';
import { rawSample } from './raw.js';
import type { Sample } from './sample.js';
import { readSeeds } from './seeds.js';
import { send, sendRaw } from './send.js';
import { shippedTargets, type Target } from './services.js';

/** What attempts share. */
export interface Surroundings {
  readonly server: FuzzServer;
  readonly targets: readonly Target[];
  readonly seeds: readonly Sample[];
  /** The session that stands for `SESSION` now. */
  readonly session: () => string;
  /** Samples whose answers are waited for. */
  readonly underWay: Set<string>;
}

/** One way to attack. Another one is one more entry in `ATTEMPTS`. */
export interface Attempt {
  readonly share: number;
  run(random: Random, surroundings: Surroundings): Promise<Finding | undefined>;
}

export const ATTEMPTS: readonly Attempt[] = [
  {
    share: 0.45,
    run(random, surroundings) {
      const target = random.pick(surroundings.targets);
      return sendSample(generate(random, target, credentialsFor(target.service)), surroundings);
    },
  },
  {
    share: 0.5,
    run: (random, surroundings) => sendSample(mutate(random, random.pick(surroundings.seeds)), surroundings),
  },
  { share: 0.05, run: (random, surroundings) => sendBytes(random, surroundings) },
];

export async function gather(server: FuzzServer, session: () => string): Promise<Surroundings> {
  return { server, session, targets: shippedTargets(), seeds: readSeeds(), underWay: new Set() };
}

export function pickAttempt(random: Random): Attempt {
  let rest = random.next();
  return ATTEMPTS.find(({ share }) => (rest -= share) < 0) ?? random.pick(ATTEMPTS);
}

async function sendSample(sample: Sample, { server, session, underWay }: Surroundings): Promise<Finding | undefined> {
  const text = JSON.stringify(sample);
  const filled = JSON.parse(text.replaceAll(SESSION, session()).replaceAll(/\{\{\w+\}\}/g, '2')) as Sample;
  underWay.add(text);
  const answer = await send(server.base, filled);
  underWay.delete(text);
  const fault = findFault(answer, sample.method === 'HEAD');
  if (fault === undefined || isRecorded(sample, answer.text)) return undefined;
  const log = answer.requestID === undefined ? undefined : await server.waitForLog(answer.requestID);
  return { fault, input: sample, log };
}

/** Operations of the family die of a list as body, and ours are recorded to answer like them (`docs/compatibility.md`). */
function isRecorded({ url, body }: Sample, answer: string): boolean {
  const isFamily = url.startsWith('/Webservice/GenericTicketConnectorREST/');
  return isFamily && answer === 'Internal Server Error' && body !== undefined && /^\s*\[/.test(body);
}

async function sendBytes(random: Random, { server }: Surroundings): Promise<Finding | undefined> {
  const sample = rawSample(random);
  const answer = await sendRaw(server.base, sample);
  // Node ends connections that it cannot make sense of without an answer.
  const fault = answer.status === 0 ? undefined : findFault(answer);
  return fault === undefined ? undefined : { fault, input: sample };
}
