import { readFileSync } from 'node:fs';
import { locateFinding, type Diagnostic } from '@ticketgate/definition';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { checkConfigurationText } from '../configuration/load-configuration.js';
import { describeProblem, type PluginProblem, type SourcePlace } from './plugin-problem.js';
import type { CheckedFiles } from './checked-files.js';

/**
 * Reports problems of plugins: at their location in the plugin if it is known, otherwise at the entry of the plugin.
 *
 * @throws ConfigurationError if no configuration file lists plugins
 */
export function reportPlugins(problems: readonly PluginProblem[], files: readonly string[]): CheckedFiles {
  const [first] = problems;
  const sources = new Map<string, string>();
  if (first === undefined) return { diagnostics: [], sources };
  const list = findList(files);
  if (list === undefined) throw new ConfigurationError(describeProblem(first), { code: 'Server.PluginBroken' });
  const diagnostics = problems.map(({ entry, code, message, place }): Diagnostic => {
    const path = ['plugins', entry.index];
    const text = place && textOf(place.file);
    const { file } = place !== undefined && text !== undefined ? place : list;
    sources.set(file, text ?? list.text);
    if (place !== undefined && text !== undefined) return atPlace(place, { severity: 'error', code, message, path });
    return locateFinding(list.text, list.file, { severity: 'error', code, message, path });
  });
  return { diagnostics, sources };
}

function atPlace(
  { file, line, column }: SourcePlace,
  finding: Pick<Diagnostic, 'severity' | 'code' | 'message' | 'path'>,
): Diagnostic {
  return { ...finding, file, line, column, endLine: line, endColumn: column + 1 };
}

function textOf(file: string): string | undefined {
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
