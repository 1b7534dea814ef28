import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { checkDocument, hasErrors } from '@ticketgate/definition';
import type { CommandHost, Plugin, PluginCommand } from '@ticketgate/sdk';
import { recordChange } from '@ticketgate/database';
import { describeProblem, createFileError, loadPlugins, type System } from '@ticketgate/runtime';

import { identifyAuthor, configurationFor, withSystem } from './command-context.js';
import { COMMENT } from './program-options.js';
import { printLine, printProgress } from './terminal.js';

/**
 * Adds the commands of plugins only when needed: for an unknown command, and for the help.
 *
 * @param probe has the options of the command line
 * @param first word of the command line that is not an option
 */
export async function addPluginCommands(program: Command, probe: Command, first?: string): Promise<void> {
  if (first !== undefined && first !== 'help' && program.commands.some((command) => command.name() === first)) return;
  for (const plugin of await pluginsFor(probe, first)) {
    for (const command of plugin.commands ?? []) addCommand(program, command);
  }
}

/** Help works even if the configuration is wrong. */
async function pluginsFor(probe: Command, first: string | undefined): Promise<readonly Plugin[]> {
  try {
    const { configuration, root } = configurationFor(probe);
    const { plugins, problems } = await loadPlugins(configuration.plugins, root);
    // One of them may have the command.
    if (first !== undefined && first !== 'help')
      for (const problem of problems) printProgress(describeProblem(problem));
    return plugins;
  } catch (error) {
    if (first === undefined || first === 'help') return [];
    throw error;
  }
}

function addCommand(program: Command, pluginCommand: PluginCommand): void {
  const { name, summary, arguments: places = [] } = pluginCommand;
  const [group = name, action] = name.split(' ');
  const parent =
    action === undefined
      ? program
      : (program.commands.find((command) => command.name() === group) ?? program.command(group).description(summary));
  const command = parent
    .command(action ?? group)
    .description(summary)
    .option(...COMMENT);
  for (const place of places) command.argument(place.name, place.description);
  command.action(async ({ comment }) => {
    await withSystem(command, async (system) => {
      const { login: author, source } = await identifyAuthor(command, system);
      const change = { action: `command "${name}"`, subject: command.args.join(' '), comment, author, source };
      try {
        await pluginCommand.run(command.args, toHost(system));
        await recordChange(system.database, change);
      } finally {
        // Only the plugin knows what it has changed, even if it failed afterwards.
        await system.snapshots.dropAll();
      }
    });
  });
}

function toHost(system: System): CommandHost {
  const { database, settings } = system;
  return {
    database,
    settings,
    now: () => system.now(),
    time: () => system.formatTime(system.now()),
    say: printLine,
    readYaml(text, { file, schema }) {
      const { diagnostics, value } = checkDocument(text, { file, schema });
      if (hasErrors(diagnostics)) throw createFileError(diagnostics, new Map([[file, text]]));
      return value;
    },
  };
}
