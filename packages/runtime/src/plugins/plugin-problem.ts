import type { Logger } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { PluginEntry } from './plugin-entry.js';

/** Problems of plugins; `docs/diagnostics.md` lists them. */
export type PluginProblemCode =
  | 'plugin-not-found'
  | 'plugin-import'
  | 'plugin-hangs'
  | 'plugin-sdk'
  | 'plugin-missing-export'
  | 'plugin-invalid'
  | 'plugin-twice'
  | 'plugin-start'
  | 'operation-invalid'
  | 'operation-twice'
  | 'event-unknown'
  | 'event-twice';

/** A place in a file of a plugin; lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Why a plugin, or an operation of it, cannot be used as it is. */
export interface PluginProblem {
  readonly entry: PluginEntry;
  readonly code: PluginProblemCode;
  /** Names the plugin, what came and what to do. */
  readonly message: string;
  /** Where in the plugin, if that is known. */
  readonly place?: SourcePlace | undefined;
}

/** One line for logs and terminals. */
export function describeProblem({ message, place }: PluginProblem): string {
  return place === undefined ? message : `${message} (${place.file}:${place.line}:${place.column})`;
}

/**
 * Nothing runs without a plugin that is required.
 *
 * @throws ConfigurationError `Server.PluginBroken` with everything that is wrong
 */
export function requireUsable(problems: readonly PluginProblem[]): void {
  if (!problems.some(({ entry }) => entry.isRequired)) return;
  throw new ConfigurationError(problems.map(describeProblem).join('\n'), { code: 'Server.PluginBroken' });
}

/** Problems of plugins that the others need. */
export function reportProblems(problems: readonly PluginProblem[], logger: Logger): void {
  for (const problem of problems) logger.error(describeProblem(problem), { code: problem.code });
}
