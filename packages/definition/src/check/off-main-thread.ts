import { setImmediate } from 'node:timers/promises';
import {
  createError,
  findExceededLimit,
  inThreadWithin,
  isData,
  reportStart,
  type Data,
  type Started,
} from '@ticketgate/sdk';
import { createTwoFilesPatch } from 'diff';

import { checkDocument } from './check-document.js';
import { compareDefinitions } from '../compare/compare-definitions.js';
import { restoreSecrets, maskDefinition } from '../compare/mask-definition.js';
import { deepFreeze, type WebService } from '../service/read-web-service.js';
import { AT_START, declareDiagnostics, placeFinding, type Diagnostic } from './diagnostic.js';
import { exportDefinition, removeKey } from '../yaml/edit-definition.js';
import { loadWebService } from '../service/load-web-service.js';
import { namedParts } from '../service/named-parts.js';
import { checkDefinition } from './parse-definition.js';
import { findSizeProblem, readDefinitionYaml } from '../yaml/yaml-source.js';

/** Lines before and after each difference. */
const CONTEXT = 3;

/** Lines that may differ: the time and memory of a comparison grow with their square. */
const MOST_EDITS = 1_000;

/** A unified diff; empty if the texts are equal, undefined if they differ too much. */
function diffTexts(before: string, after: string, names: { readonly before: string; readonly after: string }) {
  if (before === after) return '';
  const options = { context: CONTEXT, maxEditLength: MOST_EDITS };
  return createTwoFilesPatch(names.before, names.after, before, after, undefined, undefined, options);
}

/** Work on the text of a definition. Arguments and results are plain data, which can be sent to a thread and back. */
const definitionJobs = {
  check: checkDefinition,
  compare: compareDefinitions,
  count: countParts,
  document: checkDocument,
  restoreSecrets,
  export: exportDefinition,
  diff: diffTexts,
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

/** Tells TypeScript that the arguments and the result of a name belong together. */
const jobs: { readonly [Name in JobName]: (...given: JobInput[Name]) => JobResult[Name] } = definitionJobs;

/** Characters of definitions that are read at once: more can take longer than 50 milliseconds, which would block other requests. */
const LARGE = 20_000;
/** How much longer it takes to read mappings with patterns, which have to be compiled. */
const TIMES_WITH_PATTERNS = 10;
/** Milliseconds that work in a thread may take, and the additional milliseconds per character. */
const TIME_LIMIT = 5_000;
const TIME_PER_CHARACTER = 0.02;

/** The work on a definition takes longer than its size explains. */
export const DefinitionTooComplex = createError('Gateway.DefinitionTooComplex', () => TOO_COMPLEX.message, 'Invalid');

const { error } = declareDiagnostics({
  'too-complex': `The definition takes too long to read: something in it is much more complex than it is large, such as a template or many aliases. Make it simpler, or split it into several web services.`,
});
const TOO_COMPLEX = error('too-complex', { path: [] });

let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits until other requests had their turn since the previous job, however many jobs are started at once. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Works on definitions without blocking other requests: large texts are read and templates are checked in a thread, everything else
 * runs after waiting requests had their turn.
 *
 * @example
 * const diagnostics = await offMainThread('check', text, { file: 'Helpdesk.yml' });
 */
export async function offMainThread<Name extends JobName>(
  name: Name,
  ...given: JobInput[Name]
): Promise<JobResult[Name]> {
  const job = { name, given };
  const characters = measureTexts(given);
  // Loading the XSLT engine, or compiling a template, takes as long as reading a large text.
  const hasTemplates = given.some((each) => typeof each === 'string' && each.includes('XSLT'));
  if (characters > LARGE || (name === 'check' && hasTemplates))
    return runInThread(job, TIME_LIMIT + characters * TIME_PER_CHARACTER);
  await nextTurn();
  return jobs[name](...given);
}

/**
 * Runs a job in a thread.
 *
 * @throws OperationError `Gateway.DefinitionTooComplex` at the limit, unless the job's result can report the problem
 */
export async function runInThread<Name extends JobName>(
  job: Job<Name>,
  milliseconds: number,
): Promise<JobResult[Name]> {
  try {
    const run: (started: Job<Name> & Started) => JobResult[Name] = doJob;
    // Frozen again: a thread returns a copy.
    return deepFreeze(await inThreadWithin(milliseconds, { run, module: import.meta.url }, job));
  } catch (cause) {
    if (findExceededLimit(cause) !== 'time') throw cause;
    const result = UNFINISHED[job.name];
    if (result === undefined) throw new DefinitionTooComplex();
    return result(tooComplex(job.given));
  }
}

/** The results of jobs that report problems of a text; other jobs fail. */
const UNFINISHED: { readonly [Name in JobName]?: (problem: Diagnostic) => JobResult[Name] } = {
  check: (problem) => [problem],
  document: (problem) => ({ diagnostics: [problem], value: undefined }),
  count: () => NOTHING,
  load: (problem) => ({ webService: undefined, diagnostics: [], obstacle: problem }),
};

function tooComplex([, options]: readonly unknown[]): Diagnostic {
  const file = typeof options === 'string' ? options : isData(options) ? String(options.file) : 'definition';
  return placeFinding(TOO_COMPLEX, { file, ...AT_START });
}

export function doJob<Name extends JobName>({ name, given, started }: Job<Name> & Started): JobResult[Name] {
  reportStart(started);
  return jobs[name](...given);
}

interface Job<Name extends JobName> {
  readonly name: Name;
  readonly given: JobInput[Name];
}

/** The characters of a text, of a list of texts, or of options with the texts of other versions. */
function measureTexts(given: unknown): number {
  if (typeof given === 'string') return given.includes('RegEx') ? given.length * TIMES_WITH_PATTERNS : given.length;
  if (Array.isArray(given)) return given.reduce<number>((sum, each) => sum + measureTexts(each), 0);
  return isData(given) ? measureTexts(given.served) + measureTexts(given.secretsOf) : 0;
}

/** The plain data of a definition; empty if it is not YAML, not a map, or too large. */
function parseData(text: string, mostBytes = Infinity): Data {
  const { value } = readDefinitionYaml(text, 'definition', mostBytes);
  return isData(value) ? value : {};
}

const NOTHING = { routes: 0, invokers: 0, description: '', remoteSystem: '', parts: [], onlyAgents: [] };

/** What lists and searches show of a definition: threads would have to copy the definition itself, which is larger. */
function countParts(text: string, mostBytes: number) {
  const found = loadWebService(text, undefined, { mostBytes }).webService;
  if (found === undefined) return NOTHING;
  const { transport, operations, requester, description, remoteSystem } = found;
  const counts = { routes: countRoutes(transport, operations), invokers: requester?.invokers.size ?? 0 };
  const { onlyAgents = [] } = found.gateway.authentication;
  return { ...counts, description, remoteSystem, parts: namedParts(found), onlyAgents };
}

/** A transport without routes calls each operation by its name. */
function countRoutes(transport: WebService['transport'], operations: WebService['operations']): number {
  if (transport.kind === 'rest') return transport.rest.routes?.length ?? 0;
  return transport.kind === 'no-config' || transport.kind === 'not-served' ? 0 : operations.size;
}
