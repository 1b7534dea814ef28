import type { AccountsChange } from '@ticketgate/accounts';
import type { Data } from '@ticketgate/sdk';
import type { Command } from 'commander';

import { addCommentOption, audited } from './audited.js';
import { addChangeCommand, type ChangeWords } from './change-command.js';
import { withSystem } from './command-context.js';
import { collect, formatOption, readEmail } from './program-options.js';
import { readPassword, renderList, renderTable, say } from './terminal.js';

interface AddOptions {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly group?: readonly string[];
}

export function addAgentCommands(program: Command): void {
  const agent = program.command('agent').description('people who work on tickets, and programs that act for them');
  addCommentOption(agent.command('add'))
    .description('add an agent; the password comes from standard input')
    .argument('<login>')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address', readEmail)
    .option('--group <name>', 'group in which the agent may do everything; may be given several times', collect)
    .action(async (login: string, { group, ...person }: AddOptions, command: Command) => {
      const password = await readPassword(login);
      await withSystem(command, async (system) => {
        await audited(command, system, {
          action: 'agent added',
          subject: login,
          after: { ...person, groups: group ?? [] },
          change: ({ agents }) =>
            agents.add({
              login,
              password,
              ...person,
              ...(group === undefined ? {} : { groups: group }),
            }),
        });
        say(`agent "${login}" added`);
      });
    });
  addListCommand(agent);
  addChangeCommands(agent);
  addPermissionCommands(agent);
  addShowCommand(agent);
}

const PERMISSION = [
  ['<group>', 'its name'],
  ['[permission]', 'ro, move_into, create, note, owner, priority or rw', 'rw'],
] as const;

async function stateBefore({ agents }: AccountsChange, { login }: ChangeWords): Promise<Data> {
  const { isValid, groups } = await agents.get(login);
  return { isValid, groups };
}

function addChangeCommands(agent: Command): void {
  addChangeCommand(agent, {
    name: 'set-password',
    description: "change an agent's password; the new one comes from standard input",
    password: 'agent',
    action: 'agent password set',
    change: ({ agents }, { login, password }) => agents.setPassword(login, password),
    done: ({ login }) => `password of "${login}" changed`,
  });
  addChangeCommand(agent, {
    name: 'disable',
    description: 'end all sessions of an agent, and refuse its logins and API keys',
    action: 'agent disabled',
    before: stateBefore,
    after: () => ({ isValid: false }),
    change: ({ agents }, { login }) => agents.disable(login),
    done: ({ login }) => `agent "${login}" disabled`,
  });
  addChangeCommand(agent, {
    name: 'enable',
    description: 'enable a disabled agent',
    action: 'agent enabled',
    before: stateBefore,
    after: () => ({ isValid: true }),
    change: ({ agents }, { login }) => agents.enable(login),
    done: ({ login }) => `agent "${login}" enabled`,
  });
}

function addPermissionCommands(agent: Command): void {
  addChangeCommand(agent, {
    name: 'grant',
    description: 'give an agent a permission in a group',
    words: PERMISSION,
    action: 'agent permission granted',
    before: stateBefore,
    after: ({ rest }) => ({ granted: rest.join(':') }),
    change: ({ agents }, { login, rest: [group = '', permission = ''] }) => agents.grant(login, group, permission),
    done: ({ login, rest: [group = '', permission = ''] }) => `"${login}" has ${permission} in "${group}"`,
  });
  addChangeCommand(agent, {
    name: 'revoke',
    description: "take an agent's permission in a group away; what a role gives stays",
    words: PERMISSION,
    action: 'agent permission revoked',
    before: stateBefore,
    after: ({ rest }) => ({ revoked: rest.join(':') }),
    change: ({ agents }, { login, rest: [group = '', permission = ''] }) => agents.revoke(login, group, permission),
    done: ({ login, rest: [group = '', permission = ''] }, isRevoked) =>
      isRevoked ? `"${login}" no longer has ${permission} in "${group}"` : `"${login}" had no such permission`,
  });
}

function addShowCommand(agent: Command): void {
  agent
    .command('show')
    .description('show an agent with its permissions and its roles, which give more')
    .argument('<login>')
    .addOption(formatOption())
    .action(async (login: string, { format }: { format: string }, command: Command) => {
      await withSystem(command, async ({ accounts }) => {
        const found = await accounts.agents.get(login);
        const { isValid, groups, roles, ...plain } = found;
        const told = {
          ...plain,
          validity: isValid ? 'valid' : 'invalid',
          groups: groups.join(' '),
          roles: roles.join(', '),
        };
        const rows = Object.entries(told).map(([name, value]) => [name, String(value)]);
        say(format === 'json' ? JSON.stringify(found, undefined, 2) : renderTable(rows));
      });
    });
}

function addListCommand(agent: Command): void {
  agent
    .command('list')
    .description('list all agents')
    .addOption(formatOption())
    .action(async ({ format }: { format: string }, command: Command) => {
      await withSystem(command, async ({ accounts }) => {
        const agents = await accounts.agents.list();
        const rows = agents.map(({ id, login, name, email, isValid, groups, roles }) => [
          String(id),
          login,
          name,
          email,
          isValid ? 'valid' : 'invalid',
          groups.join(' '),
          roles.join(', '),
        ]);
        const table = () => renderList('ID LOGIN NAME EMAIL VALIDITY GROUPS ROLES', rows);
        say(format === 'json' ? JSON.stringify(agents, undefined, 2) : table());
      });
    });
}
