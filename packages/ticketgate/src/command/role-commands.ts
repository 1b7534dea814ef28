import { rolesKind } from '@ticketgate/accounts';
import { addEntry, catalogueSystemOf } from '@ticketgate/admin';
import { isData } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommentOption, readAuditNote } from './audited.js';
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
import { formatOption } from './program-options.js';
import { printResult, renderList, printLine, validity } from './terminal.js';

/** Entries that a list has at most. */
const MOST = 10_000;

const LOGIN = [['<login>', 'of an agent']] as const;

const CHANGES: readonly Omit<EntryChangeCommand, 'done'>[] = [
  { name: 'enable', description: 'let a role give its permissions again', members: () => ({ Valid: true }) },
  { name: 'disable', description: 'disable a role: it grants nothing', members: () => ({ Valid: false }) },
  {
    name: 'grant',
    description: 'give a role a permission in a group',
    words: PERMISSION_WORDS,
    members: (values, [group = '', permission = '']) =>
      permissionsWith(values, group, (held) => withText(held, permission)),
  },
  {
    name: 'revoke',
    description: "take a role's permission in a group away",
    words: PERMISSION_WORDS,
    members: (values, [group = '', permission = '']) =>
      permissionsWith(values, group, (held) => withoutText(held, permission)),
  },
  {
    name: 'assign',
    description: 'put an agent into a role',
    words: LOGIN,
    members: ({ Agents }, [login = '']) => ({ Agents: withText(textsOf(Agents), login) }),
  },
  {
    name: 'unassign',
    description: 'take an agent out of a role',
    words: LOGIN,
    members: ({ Agents }, [login = '']) => ({ Agents: withoutText(textsOf(Agents), login) }),
  },
];

/** Roles are entries of the catalogue; these commands change one thing of them at a time. */
export function addRoleCommands(program: Command): void {
  const role = program.command('role').description('manage roles: permissions that agents share');
  role
    .command('list')
    .description('list all roles with their permissions and agents')
    .addOption(formatOption())
    .action(async ({ format }, command) => {
      await withSystem(command, async (system) => {
        const roles = await rolesKind.list({ limit: MOST }, catalogueSystemOf(system));
        printResult(format, roles, () =>
          renderList(roles, 'NAME VALIDITY PERMISSIONS AGENTS', (entry) => [
            entry.name,
            validity(entry),
            pairsOf(entry.values.Permissions).join(' '),
            textsOf(entry.values.Agents).join(' '),
          ]),
        );
      });
    });
  addAddCommand(role);
  const done = (name: string, _words: readonly string[], isChanged: boolean) =>
    `role "${name}" ${isChanged ? 'changed' : 'has these values already'}`;
  for (const change of CHANGES)
    addEntryChangeCommand(role, { kind: rolesKind, argument: '<name>' }, { ...change, done });
}

function addAddCommand(role: Command): void {
  addCommentOption(role.command('add'))
    .description('add a role, which has no permissions yet')
    .argument('<name>')
    .action(async (name, _options, command) => {
      await withSystem(command, async (system) => {
        const note = await readAuditNote(command, system);
        await addEntry(catalogueSystemOf(system), { kind: rolesKind, name, members: {} }, note);
        printLine(`role "${name}" added`);
      });
    });
}

/** As lists of agents show permissions. */
function pairsOf(permissions: unknown): readonly string[] {
  const entries = Object.entries(isData(permissions) ? permissions : {});
  return entries.flatMap(([group, held]) => textsOf(held).map((permission) => `${group}:${permission}`));
}
