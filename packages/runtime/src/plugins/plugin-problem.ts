import type { Logger } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { PluginEntry } from './plugin-entry.js';

/** Codes of plugin problems (`docs/diagnostics.md`). */
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

/** A location in a file of a plugin; lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Why a plugin or one of its operations cannot be used. */
export interface PluginProblem {
  readonly entry: PluginEntry;
  readonly code: PluginProblemCode;
  /** Names the plugin, the mistake and what to do. */
  readonly message: string;
  /** The location in the plugin, if it is known. */
  readonly place?: SourcePlace | undefined;
}

/** Formats a problem in one line. */
export function describeProblem({ message, place }: PluginProblem): string {
  return place === undefined ? message : `${message} (${place.file}:${place.line}:${place.column})`;
}

/**
 * Checks that all required plugins can be used.
 *
 * @throws ConfigurationError `Server.PluginBroken` with all problems, if one of them cannot
 */
export function requireUsable(problems: readonly PluginProblem[]): void {
  if (!problems.some(({ entry }) => entry.isRequired)) return;
  throw new ConfigurationError(problems.map(describeProblem).join('\n'), { code: 'Server.PluginBroken' });
}

/** Logs the problems of optional plugins. */
export function reportProblems(problems: readonly PluginProblem[], logger: Logger): void {
  for (const problem of problems) logger.error(describeProblem(problem), { code: problem.code });
}
