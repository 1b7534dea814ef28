import { readFileSync } from 'node:fs';
import { placeFinding, type Diagnostic } from '@ticketgate/definition';
import type { Plugin } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { checkConfigurationText } from '../configuration/load-configuration.js';
import type { PluginProblem } from '../plugins/register-plugins.js';
import type { CheckedFiles } from './checked-files.js';

/**
 * What is wrong with plugins, at the lines that name them.
 *
 * @throws ConfigurationError when no file names them
 */
export function reportPlugins(
  problems: readonly PluginProblem[],
  { plugins, files }: { readonly plugins: readonly Plugin[]; readonly files: readonly string[] },
): CheckedFiles {
  const [first] = problems;
  if (first === undefined) return { diagnostics: [], sources: new Map() };
  const place = findList(files);
  if (place === undefined) throw new ConfigurationError(first.message, { code: 'Server.PluginBroken' });
  const { file, text } = place;
  const diagnostics = problems.map((problem): Diagnostic => {
    // Plugins are loaded in the order of the list, each once.
    const path = ['plugins', plugins.indexOf(problem.plugin)];
    const { message } = problem;
    return placeFinding(text, file, { severity: 'error', code: 'plugin-broken', message, path });
  });
  return { diagnostics, sources: new Map([[file, text]]) };
}

/** The last file with a list of plugins: that one counts. */
function findList(files: readonly string[]): { readonly file: string; readonly text: string } | undefined {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  return texts.findLast(({ file, text }) => Array.isArray(checkConfigurationText(text, file).options.plugins));
}
