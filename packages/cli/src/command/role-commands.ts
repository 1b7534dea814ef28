import { rolesKind } from '@ticketgate/accounts';
import { isData, type Data } from '@ticketgate/sdk';
import type { Command } from 'commander';
import {
  addEntry,
  type CatalogueSystem,
  catalogueSystemOf,
  changeEntry,
  type EntryNote,
  getEntry,
  type SavedEntry,
} from '@ticketgate/admin';

import { addCommentOption, authorFrom, type AuthorOptions } from './audited.js';
import { withSystem } from './command-context.js';
import { formatOption } from './program-options.js';
import { renderList, say } from './terminal.js';

/** Entries that a list has at most. */
const MOST = 10_000;

interface RoleCommand {
  readonly name: string;
  readonly description: string;
  readonly words?: readonly (readonly [name: string, description: string, byDefault?: string])[];
  /** The members of the role that become others; undefined for a new role. */
  readonly members?: (values: Data, words: readonly string[]) => Data;
}

const PERMISSION = [
  ['<group>', 'its name'],
  ['[permission]', 'ro, move_into, create, note, owner, priority or rw', 'rw'],
] as const;
const LOGIN = [['<login>', 'of an agent']] as const;

const COMMANDS: readonly RoleCommand[] = [
  { name: 'add', description: 'add a role, which has no permissions yet' },
  { name: 'enable', description: 'let a role give its permissions again', members: () => ({ Valid: true }) },
  { name: 'disable', description: 'disable a role: it grants nothing', members: () => ({ Valid: false }) },
  {
    name: 'grant',
    description: 'give a role a permission in a group',
    words: PERMISSION,
    members: (values, [group = '', permission = '']) =>
      permissionsWith(values, group, (held) => [...new Set([...held, permission])]),
  },
  {
    name: 'revoke',
    description: "take a role's permission in a group away",
    words: PERMISSION,
    members: (values, [group = '', permission = '']) =>
      permissionsWith(values, group, (held) => held.filter((each) => each !== permission)),
  },
  {
    name: 'assign',
    description: 'put an agent into a role',
    words: LOGIN,
    members: (values, [login = '']) => ({ Agents: [...new Set([...textsOf(values.Agents), login])] }),
  },
  {
    name: 'unassign',
    description: 'take an agent out of a role',
    words: LOGIN,
    members: (values, [login = '']) => ({ Agents: textsOf(values.Agents).filter((each) => each !== login) }),
  },
];

/** Roles are entries of the catalogue; these commands change one thing of them at a time. */
export function addRoleCommands(program: Command): void {
  const role = program.command('role').description('permissions in groups that agents have together');
  role
    .command('list')
    .description('list all roles with their permissions and agents')
    .addOption(formatOption())
    .action(async ({ format }: { format: string }, command: Command) => {
      await withSystem(command, async (system) => {
        const roles = await rolesKind.list({ limit: MOST }, catalogueSystemOf(system));
        const rows = roles.map(({ name, isValid, values }) => [
          name,
          isValid ? 'valid' : 'invalid',
          pairsOf(values.Permissions).join(' '),
          textsOf(values.Agents).join(' '),
        ]);
        say(
          format === 'json'
            ? JSON.stringify(roles, undefined, 2)
            : renderList('NAME VALIDITY PERMISSIONS AGENTS', rows),
        );
      });
    });
  for (const each of COMMANDS) addRoleCommand(role, each);
}

function addRoleCommand(role: Command, { name, description, words = [], members }: RoleCommand): void {
  const command = role.command(name).description(description).argument('<name>');
  for (const [word, about, byDefault] of words) command.argument(word, about, byDefault);
  addCommentOption(command).action(async () => {
    const [roleName = '', ...rest] = command.processedArgs.map(String);
    await withSystem(command, async (system) => {
      const options = command.optsWithGlobals<AuthorOptions>();
      const author = await authorFrom({ directory: () => system.accounts.directory() }, options);
      const note = { author, comment: options.comment ?? '' };
      const change = members && ((values: Data) => members(values, rest));
      const { isChanged } = await save(catalogueSystemOf(system), { name: roleName, change }, note);
      say(
        `role "${roleName}" ${isChanged ? (members === undefined ? 'added' : 'changed') : 'has these values already'}`,
      );
    });
  });
}

interface ChangedRole {
  readonly name: string;
  readonly change: ((values: Data) => Data) | undefined;
}

async function save(system: CatalogueSystem, { name, change }: ChangedRole, note: EntryNote): Promise<SavedEntry> {
  if (change === undefined) return addEntry(system, { kind: rolesKind, name, members: {} }, note);
  const { values, state } = await getEntry(rolesKind, name, system);
  return changeEntry(system, { kind: rolesKind, name, members: change(values) }, { ...note, base: state });
}

function permissionsWith(
  { Permissions }: Data,
  group: string,
  change: (held: readonly string[]) => readonly string[],
): Data {
  const permissions = isData(Permissions) ? Permissions : {};
  return { Permissions: { ...permissions, [group]: change(textsOf(permissions[group])) } };
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map(String);
}

/** As lists of agents show permissions. */
function pairsOf(permissions: unknown): readonly string[] {
  const entries = Object.entries(isData(permissions) ? permissions : {});
  return entries.flatMap(([group, held]) => textsOf(held).map((permission) => `${group}:${permission}`));
}
