import type { Command } from 'commander';

import { audited } from './audited.js';
import { withSystem } from './command-context.js';
import { collect, formatOption, readEmail } from './program-options.js';
import { readPassword, renderTable, say } from './terminal.js';

interface AddOptions {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly group?: readonly string[];
}

export function addAgentCommands(program: Command): void {
  const agent = program.command('agent').description('people who work on tickets, and programs that act for them');
  agent
    .command('add')
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
          change: () =>
            system.accounts.agents.add({
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
  addPasswordCommand(agent);
  addValidityCommands(agent);
  addGrantCommand(agent);
  addRevokeCommand(agent);
  addShowCommand(agent);
}

function addPasswordCommand(agent: Command): void {
  agent
    .command('set-password')
    .description("change an agent's password; the new one comes from standard input")
    .argument('<login>')
    .action(async (login: string, _options: unknown, command: Command) => {
      const password = await readPassword(login);
      await withSystem(command, async (system) => {
        await audited(command, system, {
          action: 'agent password set',
          subject: login,
          change: () => system.accounts.agents.setPassword(login, password),
        });
        say(`password of "${login}" changed`);
      });
    });
}

function addValidityCommands(agent: Command): void {
  agent
    .command('disable')
    .description('end all sessions of an agent, and refuse its logins and API keys')
    .argument('<login>')
    .action(async (login: string, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        const { isValid } = await system.accounts.agents.get(login);
        await audited(command, system, {
          action: 'agent disabled',
          subject: login,
          before: { isValid },
          after: { isValid: false },
          change: () => system.accounts.agents.disable(login),
        });
        say(`agent "${login}" disabled`);
      });
    });
  agent
    .command('enable')
    .description('enable a disabled agent')
    .argument('<login>')
    .action(async (login: string, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        const { isValid } = await system.accounts.agents.get(login);
        await audited(command, system, {
          action: 'agent enabled',
          subject: login,
          before: { isValid },
          after: { isValid: true },
          change: () => system.accounts.agents.enable(login),
        });
        say(`agent "${login}" enabled`);
      });
    });
}

function addGrantCommand(agent: Command): void {
  agent
    .command('grant')
    .description('give an agent a permission in a group')
    .argument('<login>')
    .argument('<group>')
    .argument('[permission]', 'ro, move_into, create, note, owner, priority or rw', 'rw')
    .action(async (...[login, group, permission, , command]: [string, string, string, unknown, Command]) => {
      await withSystem(command, async (system) => {
        const { groups } = await system.accounts.agents.get(login);
        await audited(command, system, {
          action: 'agent permission granted',
          subject: login,
          before: { groups },
          after: { granted: `${group}:${permission}` },
          change: () => system.accounts.agents.grant(login, group, permission),
        });
        say(`"${login}" has ${permission} in "${group}"`);
      });
    });
}

function addRevokeCommand(agent: Command): void {
  agent
    .command('revoke')
    .description("take an agent's permission in a group away; what a role gives stays")
    .argument('<login>')
    .argument('<group>')
    .argument('[permission]', 'ro, move_into, create, note, owner, priority or rw', 'rw')
    .action(async (...[login, group, permission, , command]: [string, string, string, unknown, Command]) => {
      await withSystem(command, async (system) => {
        const { groups } = await system.accounts.agents.get(login);
        const isRevoked = await audited(command, system, {
          action: 'agent permission revoked',
          subject: login,
          before: { groups },
          after: { revoked: `${group}:${permission}` },
          change: () => system.accounts.agents.revoke(login, group, permission),
        });
        say(isRevoked ? `"${login}" no longer has ${permission} in "${group}"` : `"${login}" had no such permission`);
      });
    });
}

function addShowCommand(agent: Command): void {
  agent
    .command('show')
    .description('show an agent with its permissions')
    .argument('<login>')
    .addOption(formatOption())
    .action(async (login: string, { format }: { format: string }, command: Command) => {
      await withSystem(command, async ({ accounts }) => {
        const found = await accounts.agents.get(login);
        const rows = Object.entries(found).map(([name, value]) => [name, [value].flat().join(' ')]);
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
        const rows = agents.map(({ id, login, name, email, isValid, groups }) => [
          String(id),
          login,
          name,
          email,
          isValid ? 'valid' : 'invalid',
          groups.join(' '),
        ]);
        say(format === 'json' ? JSON.stringify(agents, undefined, 2) : renderTable(rows));
      });
    });
}
