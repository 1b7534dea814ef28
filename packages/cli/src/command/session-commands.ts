import type { Command } from 'commander';
import { ConfigurationError } from '@ticketgate/runtime';

import { addCommentOption, audited } from './audited.js';
import { withSystem } from './command-context.js';
import { formatOption, readCount } from './program-options.js';
import { renderList, say } from './terminal.js';

interface ListOptions {
  readonly limit: number;
  readonly login?: string;
  readonly format: string;
}

export function addSessionCommands(program: Command): void {
  const session = program.command('session').description('who is logged in');
  session
    .command('list')
    .description('list sessions, the last used first; the ids that open them are not shown')
    .option('--login <login>', 'only sessions of this agent or customer user')
    .option('--limit <count>', 'most sessions to list', readCount, 50)
    .addOption(formatOption())
    .action(async ({ format, ...wanted }: ListOptions, command: Command) => {
      await withSystem(command, async ({ accounts }) => {
        const sessions = await accounts.sessionAdministration.list(wanted);
        const rows = sessions.map(({ handle, login, type, address, startedAt, lastRequestAt }) => [
          handle,
          type === 'Customer' ? 'customer' : 'agent',
          login,
          address,
          startedAt.toISOString(),
          lastRequestAt.toISOString(),
        ]);
        say(
          format === 'json'
            ? JSON.stringify(sessions, undefined, 2)
            : renderList('HANDLE TYPE LOGIN ADDRESS SINCE USED', rows),
        );
      });
    });
  addCommentOption(session.command('end'))
    .description('end a session')
    .argument('<handle>', 'as "session list" shows it')
    .action(async (handle: string, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        await audited(command, system, {
          action: 'login ended',
          subject: handle,
          async change({ sessions }) {
            if (!(await sessions.end(handle))) throw unknownSession(handle);
          },
        });
        say(`session ${handle} ended`);
      });
    });
}

function unknownSession(handle: string): ConfigurationError {
  return new ConfigurationError(`There is no session ${handle}. "ticketgate session list" shows all of them.`);
}
