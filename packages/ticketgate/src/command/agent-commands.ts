import { agentsKind } from '@ticketgate/accounts';
import { addAgent, setAgentPassword } from '@ticketgate/admin';
import type { Data } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommentOption } from './audited.js';
import { withSystem } from './command-context.js';
import {
  addEntryChangeCommand,
  PERMISSION_WORDS,
  permissionsWith,
  textsOf,
  withoutText,
  withText,
  type EntryChangeCommand,
} from './entry-change-command.js';
import { collect, formatOption, readEmail } from './program-options.js';
import { runAction } from './run-action.js';
import { readPassword, printResult, renderList, renderTable, printLine, validity } from './terminal.js';

export function addAgentCommands(program: Command): void {
  const agent = program
    .command('agent')
    .description('manage agents, who work on tickets, and programs that act for them');
  addCommentOption(agent.command('add'))
    .description('add an agent; the password comes from standard input')
    .argument('<login>')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address', readEmail)
    .option('--group <name>', 'group in which the agent may do everything; may be given several times', collect)
    .action(async (login, { group, firstName, lastName, email }, command) => {
      const person = { firstName, lastName, email };
      const password = await readPassword(login);
      await runAction(command, addAgent, { login, password, ...person, groups: group ?? [] });
      printLine(`agent "${login}" added`);
    });
  addPasswordCommand(agent);
  for (const change of CHANGES) addEntryChangeCommand(agent, { kind: agentsKind, argument: '<login>' }, change);
  addListCommand(agent);
  addShowCommand(agent);
}

function addPasswordCommand(agent: Command): void {
  addCommentOption(agent.command('set-password'))
    .description("change an agent's password; the new one comes from standard input")
    .argument('<login>')
    .action(async (name, _options, command) => {
      await runAction(command, setAgentPassword, { name, password: await readPassword(name) });
      printLine(`password of "${name}" changed`);
    });
}

const CHANGES: readonly EntryChangeCommand[] = [
  {
    name: 'disable',
    description: 'end all sessions of an agent, and refuse its logins and API keys',
    members: () => ({ Valid: false }),
    done: (login) => `agent "${login}" disabled`,
  },
  {
    name: 'enable',
    description: 'enable a disabled agent',
    members: () => ({ Valid: true }),
    done: (login) => `agent "${login}" enabled`,
  },
  {
    name: 'grant',
    description: 'give an agent a permission in a group',
    words: PERMISSION_WORDS,
    members: (values, words) => permissionsOf(values, words, withText),
    done: (login, [group = '', permission = '']) => `"${login}" has ${permission} in "${group}"`,
  },
  {
    name: 'revoke',
    description: "take an agent's permission in a group away; what a role gives stays",
    words: PERMISSION_WORDS,
    members: (values, words) => permissionsOf(values, words, withoutText),
    done: (login, [group = '', permission = ''], isChanged) =>
      isChanged ? `"${login}" no longer has ${permission} in "${group}"` : `"${login}" had no such permission`,
  },
];

/** The `Groups` of an agent are those with `rw`; its other permissions are in `Permissions`, by group. */
function permissionsOf(values: Data, [group = '', permission = '']: readonly string[], change: typeof withText): Data {
  if (permission === 'rw') return { Groups: change(textsOf(values.Groups), group) };
  return permissionsWith(values, group, (held) => change(held, permission));
}

function addShowCommand(agent: Command): void {
  agent
    .command('show')
    .description('show an agent with its permissions and its roles, which give more')
    .argument('<login>')
    .addOption(formatOption())
    .action(async (login, { format }, command) => {
      await withSystem(command, async ({ accounts }) => {
        const found = await accounts.agents.get(login);
        const { isValid, groups, roles, ...plain } = found;
        const shown = { ...plain, validity: validity({ isValid }), groups: groups.join(' '), roles: roles.join(', ') };
        const rows = Object.entries(shown).map(([name, value]) => [name, String(value)]);
        printResult(format, found, () => renderTable(rows));
      });
    });
}

function addListCommand(agent: Command): void {
  agent
    .command('list')
    .description('list all agents')
    .addOption(formatOption())
    .action(async ({ format }, command) => {
      await withSystem(command, async ({ accounts }) => {
        const agents = await accounts.agents.list();
        printResult(format, agents, () =>
          renderList(agents, 'ID LOGIN NAME EMAIL VALIDITY GROUPS ROLES', (agent) => [
            String(agent.id),
            agent.login,
            agent.name,
            agent.email,
            validity(agent),
            agent.groups.join(' '),
            agent.roles.join(', '),
          ]),
        );
      });
    });
}
