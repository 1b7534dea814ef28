import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateFinding, type Diagnostic } from '@ticketgate/definition';
import { type Logger, isData } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ListedPlugin } from './listed-plugin.js';
import { checkConfigurationText } from '../configuration/load-configuration.js';

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

/** Why a plugin or one of its operations cannot be used. */
export interface PluginProblem {
  readonly listed: ListedPlugin;
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
  if (!problems.some(({ listed }) => listed.isRequired)) return;
  throw new ConfigurationError(problems.map(describeProblem).join('\n'), { code: 'Server.PluginBroken' });
}

/** Logs the problems of optional plugins. */
export function reportProblems(problems: readonly PluginProblem[], logger: Logger): void {
  for (const problem of problems) logger.error(describeProblem(problem), { code: problem.code });
}

const FRAME = /(?:\(| at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):(\d+):(\d+)\)?$/gm;
/** Node begins the stack of a syntax error with its location, the line and a caret. */
const SYNTAX = /^((?:file:\/\/)?\/[^\n]+?):(\d+)(?::\d+)?\n[^\n]*\n( *)\^/;

/** Finds the location in the files of a plugin at which an error was thrown. */
export function locateError(error: unknown, { folder }: ListedPlugin): SourcePlace | undefined {
  // Errors of another realm, for example of a test runner, are not instances of `Error`.
  const stack = isData(error) && typeof error.stack === 'string' ? error.stack : '';
  return placesIn(stack).find(({ file }) => folder !== undefined && file.startsWith(folder + sep));
}

/** The locations in a stack from top to bottom. Modules are named by URL, CommonJS files by path. */
export function placesIn(stack: string): readonly SourcePlace[] {
  const [, file = '', line = '', indent = ''] = SYNTAX.exec(stack) ?? [];
  const first = file === '' ? [] : [toPlace(file, line, indent.length + 1)];
  return [...first, ...[...stack.matchAll(FRAME)].map(([, name = '', row = '', column]) => toPlace(name, row, column))];
}

/** A location in a file of a plugin; lines and columns count from 1. */
export type SourcePlace = Readonly<ReturnType<typeof toPlace>>;

function toPlace(file: string, line: string, column: string | number = 1) {
  return { file: file.startsWith('file:') ? fileURLToPath(file) : file, line: Number(line), column: Number(column) };
}

/**
 * Reports problems of plugins: at their location in the plugin if it is known, otherwise where it is listed.
 *
 * @throws ConfigurationError if no configuration file lists plugins
 */
export function reportPlugins(problems: readonly PluginProblem[], files: readonly string[]): CheckedFiles {
  const [first] = problems;
  const sources = new Map<string, string>();
  if (first === undefined) return { diagnostics: [], sources };
  const list = findList(files);
  if (list === undefined) throw new ConfigurationError(describeProblem(first), { code: 'Server.PluginBroken' });
  const diagnostics = problems.map(({ listed, code, message, place }): Diagnostic => {
    const finding = { severity: 'error', code, message, path: ['plugins', listed.index] } as const;
    const text = place && tryReadText(place.file);
    if (place === undefined || text === undefined) {
      sources.set(list.file, list.text);
      return locateFinding(list.text, list.file, finding);
    }
    sources.set(place.file, text);
    return { ...finding, ...place, endLine: place.line, endColumn: place.column + 1 };
  });
  return { diagnostics, sources };
}

export interface CheckedFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts by file name, in the order in which they were checked. */
  readonly sources: ReadonlyMap<string, string>;
}

function tryReadText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The last file with a list of plugins, which overrides the others. */
function findList(files: readonly string[]): { readonly file: string; readonly text: string } | undefined {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  return texts.findLast(({ file, text }) => Array.isArray(checkConfigurationText(text, file).options.plugins));
}
