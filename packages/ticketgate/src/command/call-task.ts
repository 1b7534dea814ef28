import { requestOf, isPlaced, readInput, runTask, type Answer, type CommandContext } from '@ticketgate/admin';
import { ConfigurationError } from '@ticketgate/runtime';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { withAdmin } from './admin-context.js';
import { readAuditNote } from './audited.js';
import { sharedOptions } from './program-options.js';
import { openServer } from './remote-administration.js';
import { printProgress as note } from './terminal.js';

/**
 * Runs `work` with the tasks of administrators: on the system that the configuration names, or with `--url` on the server there. The author is
 * the agent of `--as`, otherwise the user of this machine; on a server it is the agent of the key.
 */
export async function withTasks<Result>(
  command: Command,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const { url, as } = sharedOptions(command);
  if (url === undefined) return withLocalTasks(command, work);
  if (as !== undefined) {
    throw new ConfigurationError('--as cannot be used with --url: the agent of the key is the author. Leave it out.');
  }
  const ask = openServer(url, process.env.TICKETGATE_API_KEY ?? '');
  return work({
    isElsewhere: true,
    note,
    async call(task, input) {
      if (isPlaced(task)) return (await ask(requestOf(task, input), task)) as never;
      throw new ConfigurationError('This command needs the database itself. Run it on the server, without --url.');
    },
  });
}

function withLocalTasks<Result>(command: Command, work: (context: CommandContext) => Promise<Result>): Promise<Result> {
  return withAdmin(command, async (system) => {
    const { author } = await readAuditNote(command, system);
    return work({
      isElsewhere: false,
      note,
      async call(task, input) {
        const value = readInput(task, { ...task.preset, ...input });
        return asJson(await runTask(task, value, { system, author }));
      },
    });
  });
}

/** The same that a server answers. */
function asJson<Result>(result: Result): Answer<Result> {
  // JSON has no undefined.
  return (result === undefined ? undefined : JSON.parse(JSON.stringify(result))) as Answer<Result>;
}
