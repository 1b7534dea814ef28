import { PERMISSIONS } from '@ticketgate/accounts';
import { isData, type Data } from '@ticketgate/sdk';
import { inputObject, oneOf, text } from '@ticketgate/sdk/schema';

import { changeMembers } from '../catalogue/catalogue-commands.js';
import { addCatalogueEntry, getCatalogueEntry } from '../catalogue/catalogue-tasks.js';
import { commentSchema } from '../tasks/schemas.js';
import { command, type CommandContext } from '../tasks/task.js';
import { readEmail, validity } from '../tasks/words.js';
import { agentAccess, passwordSchema } from './account-tasks.js';

// Agents, customer users and roles are entries of the catalogue. These commands do what those of the catalogue cannot: a password with a
// new agent, one permission at a time, and what the roles of an agent give.

export const agentAdd = command({
  usage: 'agent add <login>',
  group: 'add agents, who work on tickets, and programs that act for them, and give them permissions',
  about: 'add an agent; the password comes from standard input',
  input: inputObject(
    { login: text(), firstName: text(), lastName: text(), email: text() },
    { groups: { type: 'array', items: text() }, password: passwordSchema, comment: commentSchema },
  ),
  words: {
    firstName: ['--first-name <name>', 'first name'],
    lastName: ['--last-name <name>', 'last name'],
    email: { flags: '--email <address>', about: 'e-mail address', read: readEmail },
    groups: ['--group <name>', 'group in which the agent may do everything; may be given several times'],
  },
  password: 'agent',
  run: ({ login, firstName, lastName, email, groups = [], password, comment }, { call }) =>
    call(addCatalogueEntry, {
      kind: 'Agents',
      name: login,
      members: { FirstName: firstName, LastName: lastName, Email: email, Groups: groups },
      password,
      comment,
    }),
  print: (_answer, { login }) => `agent "${login}" added`,
});

export const agentShow = command({
  usage: 'agent show <login>',
  about: 'show an agent with its permissions and its roles, which give more',
  input: inputObject({ login: text() }),
  async run({ login }, { call }) {
    const { roles } = await call(agentAccess, { name: login });
    const { isValid, values } = await call(getCatalogueEntry, { kind: 'Agents', name: login });
    return {
      login,
      name: `${String(values.FirstName)} ${String(values.LastName)}`,
      email: String(values.Email),
      isValid,
      groups: [...toTextList(values.Groups).map((group) => `${group}:rw`), ...listPairs(values.Permissions)].sort(),
      roles: roles.filter((role) => role.isValid).map(({ name }) => name),
    };
  },
  json: (agent) => agent,
  print({ isValid, groups, roles, ...plain }) {
    const shown = { ...plain, validity: validity(isValid), groups: groups.join(' '), roles: roles.join(', ') };
    return Object.entries(shown).map(([name, value]) => [name, value]);
  },
});

function listPairs(permissions: unknown): readonly string[] {
  const entries = Object.entries(isData(permissions) ? permissions : {});
  return entries.flatMap(([group, held]) => toTextList(held).map((permission) => `${group}:${permission}`));
}

interface Permission {
  readonly login: string;
  readonly group: string;
  readonly permission: string;
}

interface PermissionCommand {
  readonly verb: 'grant' | 'revoke';
  readonly about: string;
  readonly change: typeof withText;
  /** The output. */
  readonly done: (words: Permission, isChanged: boolean, context: CommandContext) => string | Promise<string>;
}

function permissionCommand({ verb, about, change, done }: PermissionCommand) {
  return command({
    usage: `agent ${verb} <login> <group> [permission]`,
    about,
    input: inputObject({ login: text(), group: text(), permission: oneOf(PERMISSIONS) }, { comment: commentSchema }),
    words: {
      group: ['<group>', 'its name'],
      permission: { flags: '[permission]', about: 'what the agent may do there', default: 'rw' },
    },
    async run({ comment, ...words }, context) {
      const entry = { kind: 'Agents', name: words.login, comment };
      const { isChanged } = await changeMembers(entry, context, (values) => withPermission(values, words, change));
      return done(words, isChanged, context);
    },
    print: (sentence) => sentence,
  });
}

export const agentGrant = permissionCommand({
  verb: 'grant',
  about: 'give an agent a permission in a group',
  change: withText,
  done: ({ login, group, permission }) => `"${login}" has ${permission} in "${group}"`,
});

export const agentRevoke = permissionCommand({
  verb: 'revoke',
  about: "take an agent's permission in a group away; what a role gives stays",
  change: (texts, text) => texts.filter((each) => each !== text),
  async done({ login, group, permission }, isChanged, { call }) {
    await call(getCatalogueEntry, { kind: 'Groups', name: group });
    const { permissions } = await call(agentAccess, { name: login });
    const held = permissions.find((each) => each.group === group && each.permission === permission);
    const sources = held?.origins.map(({ role, granted }) => (role === null ? granted : `the role "${role}"`)) ?? [];
    if (held !== undefined) return `"${login}" still has ${permission} in "${group}", through ${sources.join(' and ')}`;
    return isChanged ? `"${login}" no longer has ${permission} in "${group}"` : `"${login}" had no such permission`;
  },
});

/** The `Groups` of an agent are those with `rw`; its other permissions are in `Permissions`, by group. */
function withPermission(
  { Groups, Permissions }: Data,
  { group, permission }: Permission,
  change: typeof withText,
): Data {
  if (permission === 'rw') return { Groups: change(toTextList(Groups), group) };
  const all = isData(Permissions) ? Permissions : {};
  return { Permissions: { ...all, [group]: change(toTextList(all[group]), permission) } };
}

function toTextList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function withText(texts: readonly string[], text: string): readonly string[] {
  return [...new Set([...texts, text])];
}
