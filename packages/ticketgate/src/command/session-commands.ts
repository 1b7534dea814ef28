import type { SessionInfo } from '@ticketgate/accounts';
import { endAllSessions, endSession, listSessions } from '@ticketgate/admin';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';

import { addCommentOption } from './audited.js';
import { formatOption, readCount } from './program-options.js';
import { runAction, listAllPages } from './run-action.js';
import { printResult, renderList, printLine } from './terminal.js';

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('list and end sessions');
  session
    .command('list')
    .description('list sessions, the last used first; the ids that open them are not shown')
    .option('--login <login>', 'only sessions of this agent or customer user')
    .option('--limit <count>', 'most sessions to list', readCount, 50)
    .addOption(formatOption())
    .action(async ({ format, limit, login }, command) => {
      const sessions = await listAllPages(command, listSessions, { most: limit, from: 'after', input: { login } });
      printResult(format, sessions, () => renderList(sessions, 'HANDLE TYPE LOGIN ADDRESS SINCE USED', cellsOf));
    });
  addCommentOption(session.command('end'))
    .description('end a session, or all of an agent or customer user')
    .argument('[handle]', 'as "session list" shows it')
    .option('--agent <login>', 'end all sessions of this agent')
    .option('--customer <login>', 'end all sessions of this customer user')
    .action(async (handle, { agent, customer }, command) => {
      const login = agent ?? customer;
      if ([handle, agent, customer].filter((named) => named !== undefined).length !== 1)
        throw new ConfigurationError('Name one session by its handle, or one person by --agent or --customer.');
      if (login === undefined) {
        await runAction(command, endSession, { handle });
        printLine(`session ${handle} ended`);
        return;
      }
      const type = agent === undefined ? 'Customer' : 'User';
      const { sessions } = await runAction(command, endAllSessions, { login, type });
      printLine(sessions === 1 ? '1 session ended' : `${sessions} sessions ended`);
    });
}

function cellsOf({ handle, login, type, address, startedAt, lastRequestAt }: SessionInfo): readonly string[] {
  const kind = type === 'Customer' ? 'customer' : 'agent';
  return [handle, kind, login, address, startedAt.toISOString(), lastRequestAt.toISOString()];
}
