import {
  openAdminSystem,
  type Answer,
  type CommandContext,
  isPlaced,
  readInput,
  makeTaskRequest,
  runTask,
} from '@ticketgate/admin';
import { ConfigurationError, registerPlugins, type System } from '@ticketgate/runtime';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { identifyAuthor, configurationFor, openFor } from './command-context.js';
import { mcpEndpoints } from '../mcp/mcp-endpoints.js';
import { sharedOptions } from './program-options.js';
import { openServer } from './remote-administration.js';
import { confirm, printProgress } from './terminal.js';

/**
 * Runs `work` with the tasks of administrators: on the system that the configuration names, or with `--url` on the server there. The author is
 * the agent of `--as`, otherwise the user of this machine; on a server it is the agent of the key.
 */
export function withTasks<Result>(
  command: Command,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const { url, yes, config: configs = [] } = sharedOptions(command);
  const terminal = {
    note: printProgress,
    confirm: async (question: string) => yes === true || confirm(question),
    configs,
    configuration: () => configurationFor(command),
  };
  if (url === undefined) return withTasksHere(command, (tasks) => work({ ...terminal, ...tasks }));
  return work({ ...terminal, ...openTasks(url, command) });
}

type Tasks = Pick<CommandContext, 'call' | 'here' | 'isElsewhere'>;

function openTasks(url: string, command: Command): Tasks {
  if (sharedOptions(command).as !== undefined) {
    throw new ConfigurationError('--as cannot be used with --url: the agent of the key is the author. Leave it out.');
  }
  const ask = openServer(url, process.env.TICKETGATE_API_KEY ?? '');
  const reason = 'This command needs the database itself. Run it on the server, without --url.';
  const here = () => Promise.reject(new ConfigurationError(reason));
  return {
    isElsewhere: true,
    here,
    // The server answers as the task does.
    call: async (task, input) => (isPlaced(task) ? ((await ask(makeTaskRequest(task, input), task)) as never) : here()),
  };
}

/** The system is opened for the first task: a command that reads files only needs no database. */
async function withTasksHere<Result>(command: Command, work: (tasks: Tasks) => Promise<Result>): Promise<Result> {
  let opening: Promise<System> | undefined;
  const open = async () => {
    const system = await (opening = openFor(command));
    return { system: openLocalAdministration(system), author: await identifyAuthor(command, system) };
  };
  let opened: ReturnType<typeof open> | undefined;
  const here = () => (opened ??= open());
  try {
    return await work({
      isElsewhere: false,
      here,
      async call(task, input) {
        const context = await here();
        return asJson(await runTask(task, readInput(task, input), context));
      },
    });
  } finally {
    const system = await opening?.catch(() => undefined);
    await system?.closing.close();
  }
}

/** What is wrong with plugins goes to standard error. */
function openLocalAdministration(system: System) {
  const { operations, problems } = registerPlugins(system.loadedPlugins, { isCalled: false });
  for (const { message } of problems) printProgress(message);
  return openAdminSystem(system, operations, { openMcpEndpoint: mcpEndpoints(operations) });
}

/** The same that a server answers. */
function asJson<Result>(result: Result): Answer<Result> {
  // JSON has no undefined.
  return (result === undefined ? undefined : JSON.parse(JSON.stringify(result))) as Answer<Result>;
}
