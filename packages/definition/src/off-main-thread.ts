import { setImmediate } from 'node:timers/promises';
import { inThread, isData, type Data } from '@ticketgate/sdk';

import { compareDefinitions } from './comparing/compare-definitions.js';
import { diffLines } from './comparing/diff-lines.js';
import { restoreSecrets, maskDefinition } from './comparing/mask-definition.js';
import { deepFreeze } from './deep-freeze.js';
import { exportDefinition, removeKey } from './edit-definition.js';
import { loadWebService } from './load-web-service.js';
import { checkDefinition } from './parse-definition.js';
import { findSizeProblem } from './yaml/definition-size.js';
import { readDefinitionYaml } from './yaml/yaml-source.js';

/** The work on the text of a definition. Arguments and results are plain data, which can be sent to a thread and back. */
const definitionJobs = {
  check: checkDefinition,
  compare: compareDefinitions,
  restoreSecrets,
  export: exportDefinition,
  diff: diffLines,
  load: loadWebService,
  mask: maskDefinition,
  parse: parseData,
  remove: removeKey,
  size: findSizeProblem,
} as const;

type DefinitionJobs = typeof definitionJobs;
type JobName = keyof DefinitionJobs;
type JobInput = { readonly [Name in JobName]: Parameters<DefinitionJobs[Name]> };
type JobResult = { readonly [Name in JobName]: ReturnType<DefinitionJobs[Name]> };

/** Shows TypeScript that the arguments and the result of a name belong together. */
const jobs: { readonly [Name in JobName]: (...given: JobInput[Name]) => JobResult[Name] } = definitionJobs;

/** Characters of definitions: to read more can take longer than 50 milliseconds, in which nobody else would be answered. */
const LARGE = 20_000;
/** How much longer it takes to read mappings with patterns, each of which is compiled. */
const TIMES_WITH_PATTERNS = 10;

let lastTurn: Promise<unknown> = Promise.resolve();

/** One job follows another only after what else waits had its turn, however many are wanted at once. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Works on definitions without keeping the requests of others waiting: large texts are read and templates checked in a
 * thread, all else after requests had their turn.
 *
 * @example
 * const diagnostics = await offMainThread('check', text, { file: 'Helpdesk.yml' });
 */
export async function offMainThread<Name extends JobName>(
  name: Name,
  ...given: JobInput[Name]
): Promise<JobResult[Name]> {
  const job = { name, given };
  // What comes from a thread is a copy, which is not frozen.
  if (countCharacters(given) > LARGE || compilesTemplates(name, given))
    return deepFreeze(await inThread({ run: doJob<Name>, module: import.meta.url }, job));
  await nextTurn();
  return doJob(job);
}

/** Runs a job; called in a thread or here. */
export function doJob<Name extends JobName>({ name, given }: Job<Name>): JobResult[Name] {
  return jobs[name](...given);
}

interface Job<Name extends JobName> {
  readonly name: Name;
  readonly given: JobInput[Name];
}

/** Whether a job compiles XSLT templates: loading the engine takes as long as reading a large text. */
function compilesTemplates(name: JobName, given: readonly unknown[]): boolean {
  return name === 'check' && given.some((each) => typeof each === 'string' && each.includes('XSLT'));
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

/** The plain data of a definition; empty when it is not YAML, not a map, or too large. */
function parseData(text: string, mostBytes = Infinity): Data {
  const { value } = readDefinitionYaml(text, 'definition', mostBytes);
  return isData(value) ? value : {};
}
