import { compareDefinitions } from '../comparing/compare-definitions.js';
import { compareLines } from '../comparing/compare-lines.js';
import { completeDefinition, maskDefinition } from '../comparing/mask-definition.js';
import { exportDefinition, removeKey } from '../edit-definition.js';
import { loadWebService } from '../load-web-service.js';
import { checkDefinition } from '../parse-definition.js';
import { findSizeProblem } from '../yaml/definition-size.js';
import { readData } from '../yaml/read-data.js';

/** The work on the text of a definition. Arguments and results are plain data, which can be sent to a thread and back. */
const definitionJobs = {
  check: checkDefinition,
  compare: compareDefinitions,
  complete: completeDefinition,
  export: exportDefinition,
  lines: compareLines,
  load: loadWebService,
  mask: maskDefinition,
  read: readData,
  remove: removeKey,
  size: findSizeProblem,
} as const;

type DefinitionJobs = typeof definitionJobs;
export type JobName = keyof DefinitionJobs;
export type JobInput = { readonly [Name in JobName]: Parameters<DefinitionJobs[Name]> };
export type JobResult = { readonly [Name in JobName]: ReturnType<DefinitionJobs[Name]> };

/** Shows TypeScript that the arguments and the result of a name belong together. */
const jobs: { readonly [Name in JobName]: (...given: JobInput[Name]) => JobResult[Name] } = definitionJobs;

export function doJob<Name extends JobName>(name: Name, given: JobInput[Name]): JobResult[Name] {
  return jobs[name](...given);
}

/** One job as it is sent to the thread. */
export interface SentJob<Name extends JobName = JobName> {
  readonly id: number;
  readonly name: Name;
  readonly given: JobInput[Name];
}

/** What comes back. */
export type DoneJob =
  { readonly id: number; readonly result: unknown } | { readonly id: number; readonly failure: Error };
