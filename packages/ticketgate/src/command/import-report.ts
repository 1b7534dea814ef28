import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { createFileError, loadPlugins, registerPlugins } from '@ticketgate/runtime';
import { type PartReport, readDefinition, reportCompatibility } from '@ticketgate/admin';

import { configurationFor } from './command-context.js';
import { printLine } from './terminal.js';

/** `service import --report`: what of an export runs here. No database is needed, and nothing is changed. */
export async function reportFile(file: string, command: Command): Promise<void> {
  const { configuration, root } = configurationFor(command);
  const { definitionBytes: mostBytes } = configuration.limits;
  const { text, problems } = await readDefinition(file, mostBytes);
  if (problems.length > 0) throw createFileError(problems, new Map([[file, text]]));
  const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root));
  const parts = await reportCompatibility(
    { text, file, mostBytes, allowedHosts: configuration.requester.allowedHosts },
    operations,
  );
  for (const part of parts) printLine(describePart(part));
  const count = (verdict: PartReport['verdict']) => parts.filter((each) => each.verdict === verdict).length;
  printLine(
    `${count('as it is')} run as they are, ${count('with a note')} with a note, ${count('not served')} are not served.`,
  );
  printLine('Everything is kept: "service export" writes the definition back byte for byte.');
}

function describePart({ part, verdict, notes }: PartReport): string {
  return [`${part}: ${verdict}`, ...notes.map((note) => `  ${note}`)].join('\n');
}
