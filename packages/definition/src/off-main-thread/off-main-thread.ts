import { setImmediate } from 'node:timers/promises';

import { isData } from '@ticketgate/sdk';

import { deepFreeze } from '../deep-freeze.js';
import { doJob, type JobInput, type JobName, type JobResult } from './definition-jobs.js';
import { DefinitionThread } from './definition-thread.js';

/** Characters of definitions: to read more can take longer than 50 milliseconds, in which nobody else would be answered. */
const LARGE = 20_000;
/** How much longer it takes to read mappings with patterns, each of which is compiled. */
const TIMES_WITH_PATTERNS = 10;

const thread = new DefinitionThread();

let lastTurn: Promise<unknown> = Promise.resolve();

/** One job follows another only after what else waits had its turn, however many are wanted at once. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Works on definitions without keeping the requests of others waiting: large texts are read in a thread of their own, others after
 * requests had their turn.
 *
 * @example
 * const diagnostics = await offMainThread('check', text, { file: 'Helpdesk.yml' });
 */
export async function offMainThread<Name extends JobName>(
  name: Name,
  ...given: JobInput[Name]
): Promise<JobResult[Name]> {
  // What comes from a thread is a copy, which is not frozen.
  if (countCharacters(given) > LARGE) return deepFreeze(await thread.do(name, given));
  await nextTurn();
  return doJob(name, given);
}

function countCharacters(given: readonly unknown[]): number {
  return given.reduce<number>((sum, each) => sum + lengthOf(each), 0);
}

/** A text, a list of them, or options with the texts of other versions. */
function lengthOf(given: unknown): number {
  if (typeof given === 'string') return given.includes('RegEx') ? given.length * TIMES_WITH_PATTERNS : given.length;
  if (Array.isArray(given)) return countCharacters(given);
  return isData(given) ? lengthOf(given.served) + lengthOf(given.secretsOf) : 0;
}
