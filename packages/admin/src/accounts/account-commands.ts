import { isData, type Data } from '@ticketgate/sdk';
import { inputObject, optionalMembers, text } from '@ticketgate/sdk/schema';

import { changeMembers } from '../catalogue/catalogue-commands.js';
import { addCatalogueEntry, getCatalogueEntry, listEntries } from '../catalogue/catalogue-tasks.js';
import { type AnswerOf, type AnyCommand, command } from '../tasks/task.js';
import { readEmail, validity } from '../tasks/words.js';
import { limitSchema } from '../tasks/pages.js';
import { commentSchema } from '../tasks/schemas.js';
import { agentAccess, passwordSchema } from './account-tasks.js';

const person = { login: text(), firstName: text(), lastName: text(), email: text() };
const personWords = {
  firstName: ['--first-name <name>', 'first name'],
  lastName: ['--last-name <name>', 'last name'],
  email: { flags: '--email <address>', about: 'e-mail address', read: readEmail },
} as const;

export const agentAdd = command({
  usage: 'agent add <login>',
  about: 'add an agent; the password comes from standard input',
  input: inputObject(person, {
    groups: { type: 'array', items: text() },
    password: passwordSchema,
    comment: commentSchema,
  }),
  words: {
    ...personWords,
    groups: ['--group <name>', 'group in which the agent may do everything; may be given several times'],
  },
  password: 'agent',
  run: ({ login, firstName, lastName, email, groups = [], password, comment }, { call }) =>
    call(addCatalogueEntry, {
      kind: 'agents',
      name: login,
      members: { FirstName: firstName, LastName: lastName, Email: email, Groups: groups },
      password,
      comment,
    }),
  print: (_answer, { login }) => `agent "${login}" added`,
});

export const customerAdd = command({
  usage: 'customer add <login>',
  about: 'add a customer user; the password comes from standard input',
  input: inputObject(person, { customerId: text(), password: passwordSchema, comment: commentSchema }),
  words: {
    ...personWords,
    customerId: ['--customer-id <id>', 'the company; default: the e-mail address'],
    password: ['--no-password', 'the customer user cannot log in'],
  },
  password: 'customer',
  run: ({ login, firstName, lastName, email, customerId = email, password, comment }, { call }) =>
    call(addCatalogueEntry, {
      kind: 'customerUsers',
      name: login,
      members: { FirstName: firstName, LastName: lastName, Email: email, CustomerID: customerId },
      password,
      comment,
    }),
  print: (_answer, { login }) => `customer user "${login}" added`,
});

export const customerList = command({
  usage: 'customer list',
  about: 'list customer users',
  input: optionalMembers({ limit: { ...limitSchema, default: 1000 }, after: text() }),
  words: {
    limit: ['--limit <count>', 'most customer users to list'],
    after: ['--after <login>', 'only customer users after this one'],
  },
  async run(page, { call }) {
    const { items, next } = await call(listEntries, { kind: 'customerUsers', ...page });
    return { items: items.map((entry) => ({ ...asPerson(entry), customerID: String(entry.values.CustomerID) })), next };
  },
  table: {
    headings: 'LOGIN NAME EMAIL CUSTOMERID VALIDITY',
    cells: ({ login, name, email, customerID, isValid }) => [login, name, email, customerID, validity(isValid)],
  },
});

type PersonEntry = AnswerOf<typeof getCatalogueEntry>;

function asPerson({ name: login, isValid, values }: PersonEntry) {
  return {
    login,
    name: `${String(values.FirstName)} ${String(values.LastName)}`,
    email: String(values.Email),
    isValid,
  };
}

function toListed(entry: PersonEntry) {
  const groups = toTextList(entry.values.Groups).map((group) => `${group}:rw`);
  return { ...asPerson(entry), groups: [...groups, ...listPairs(entry.values.Permissions)].sort() };
}

export const agentList = command({
  usage: 'agent list',
  about: 'list all agents',
  input: optionalMembers({ limit: { ...limitSchema, default: 10_000 }, after: text() }),
  async run(page, { call }) {
    const { items, next } = await call(listEntries, { kind: 'Agents', ...page });
    return { items: items.map(toListed), next };
  },
  table: {
    headings: 'LOGIN NAME EMAIL VALIDITY GROUPS',
    cells: ({ login, name, email, isValid, groups }) => [login, name, email, validity(isValid), groups.join(' ')],
  },
});

export const agentShow = command({
  usage: 'agent show <login>',
  about: 'show an agent with its permissions and its roles, which give more',
  input: inputObject({ login: text() }),
  async run({ login: name }, { call }) {
    const { roles } = await call(agentAccess, { name });
    const valid = roles.filter(({ isValid }) => isValid).map((role) => role.name);
    return { ...toListed(await call(getCatalogueEntry, { kind: 'Agents', name })), roles: valid };
  },
  json: (agent) => agent,
  print({ isValid, groups, roles, ...plain }) {
    const shown = { ...plain, validity: validity(isValid), groups: groups.join(' '), roles: roles.join(', ') };
    return Object.entries(shown).map(([name, value]) => [name, value]);
  },
});

export const roleAdd = command({
  usage: 'role add <name>',
  about: 'add a role, which has no permissions yet',
  input: inputObject({ name: text() }, { comment: commentSchema }),
  run: ({ name, comment }, { call }) => call(addCatalogueEntry, { kind: 'roles', name, members: {}, comment }),
  print: (_answer, { name }) => `role "${name}" added`,
});

export const roleList = command({
  usage: 'role list',
  about: 'list all roles with their permissions and agents',
  input: optionalMembers({ limit: { ...limitSchema, default: 10_000 }, after: text() }),
  run: (page, { call }) => call(listEntries, { kind: 'roles', ...page }),
  table: {
    headings: 'NAME VALIDITY PERMISSIONS AGENTS',
    cells: ({ name, isValid, values }) => [
      ...[name, validity(isValid)],
      ...[listPairs(values.Permissions).join(' '), toTextList(values.Agents).join(' ')],
    ],
  },
});

/** As lists of agents show permissions. */
function listPairs(permissions: unknown): readonly string[] {
  const entries = Object.entries(isData(permissions) ? permissions : {});
  return entries.flatMap(([group, held]) => toTextList(held).map((permission) => `${group}:${permission}`));
}

/** A command that changes one thing of an entry, such as a permission of a role. */
interface EntryChange {
  readonly usage: string;
  readonly about: string;
  /** The members to change, with their new values. */
  readonly members: (values: Data, words: ChangeWords) => Data;
  /** The output; by default whether anything was changed. */
  readonly done?: (words: ChangeWords & { readonly name: string }, isChanged: boolean) => string;
}

interface ChangeWords {
  readonly group: string;
  readonly permission: string;
  readonly login: string;
}

/** The words after the name of the entry. */
const CHANGE_WORDS = {
  group: ['<group>', 'its name'],
  permission: { flags: '[permission]', about: 'ro, move_into, create, note, owner, priority or rw', default: 'rw' },
  login: ['<login>', 'of an agent'],
} as const;

const describeChange: NonNullable<EntryChange['done']> = ({ name }, isChanged) =>
  `role "${name}" ${isChanged ? 'changed' : 'has these values already'}`;

/** Lets an account sign in again, or refuses it. */
function switchTo(isValid: boolean, what: string, change: Pick<EntryChange, 'usage' | 'about'>): EntryChange {
  const done: EntryChange['done'] = ({ name }) => `${what} "${name}" ${isValid ? 'enabled' : 'disabled'}`;
  return { ...change, members: () => ({ Valid: isValid }), done };
}

/** Agents, customer users and roles are entries of the catalogue; these commands change one thing of them at a time. */
function entryChanges(kind: string, place: `<${string}>`, changes: readonly EntryChange[]): readonly AnyCommand[] {
  return changes.map(({ usage, about, members, done = describeChange }) => {
    const places = usage.split(' ').slice(3);
    const used = Object.entries(CHANGE_WORDS).filter(([word]) => places.some((each) => each.slice(1, -1) === word));
    return command({
      usage,
      about,
      input: inputObject(
        { name: text() },
        { group: text(), permission: text(), login: text(), comment: commentSchema },
      ),
      words: { ...Object.fromEntries(used), name: place },
      async run({ name, comment, group = '', permission = '', login = '' }, context) {
        const words = { group, permission, login };
        const { isChanged } = await changeMembers({ kind, name, comment }, context, (values) => members(values, words));
        return done({ name, ...words }, isChanged);
      },
      print: (sentence) => sentence,
    });
  });
}

export const agentChanges = entryChanges('agents', '<login>', [
  switchTo(false, 'agent', {
    usage: 'agent disable <login>',
    about: 'end all sessions of an agent, and refuse its logins and API keys',
  }),
  switchTo(true, 'agent', { usage: 'agent enable <login>', about: 'enable a disabled agent' }),
  {
    usage: 'agent grant <login> <group> [permission]',
    about: 'give an agent a permission in a group',
    members: (values, words) => agentPermissions(values, words, withText),
    done: ({ name, group, permission }) => `"${name}" has ${permission} in "${group}"`,
  },
  {
    usage: 'agent revoke <login> <group> [permission]',
    about: "take an agent's permission in a group away; what a role gives stays",
    members: (values, words) => agentPermissions(values, words, withoutText),
    done: ({ name, group, permission }, isChanged) =>
      isChanged ? `"${name}" no longer has ${permission} in "${group}"` : `"${name}" had no such permission`,
  },
]);

export const customerChanges = entryChanges('customerUsers', '<login>', [
  switchTo(false, 'customer user', {
    usage: 'customer disable <login>',
    about: 'end all sessions of a customer user, and refuse its logins',
  }),
  switchTo(true, 'customer user', { usage: 'customer enable <login>', about: 'enable a disabled customer user' }),
]);

export const roleChanges = entryChanges('roles', '<name>', [
  { usage: 'role enable <name>', about: 'let a role give its permissions again', members: () => ({ Valid: true }) },
  { usage: 'role disable <name>', about: 'disable a role: it grants nothing', members: () => ({ Valid: false }) },
  {
    usage: 'role grant <name> <group> [permission]',
    about: 'give a role a permission in a group',
    members: (values, words) => permissionsWith(values, words, withText),
  },
  {
    usage: 'role revoke <name> <group> [permission]',
    about: "take a role's permission in a group away",
    members: (values, words) => permissionsWith(values, words, withoutText),
  },
  {
    usage: 'role assign <name> <login>',
    about: 'put an agent into a role',
    members: ({ Agents }, { login }) => ({ Agents: withText(toTextList(Agents), login) }),
  },
  {
    usage: 'role unassign <name> <login>',
    about: 'take an agent out of a role',
    members: ({ Agents }, { login }) => ({ Agents: withoutText(toTextList(Agents), login) }),
  },
]);

/** The `Groups` of an agent are those with `rw`; its other permissions are in `Permissions`, by group. */
function agentPermissions(values: Data, words: ChangeWords, change: typeof withText): Data {
  if (words.permission === 'rw') return { Groups: change(toTextList(values.Groups), words.group) };
  return permissionsWith(values, words, change);
}

/** The permissions of an entry, with others in one group. */
function permissionsWith({ Permissions }: Data, { group, permission }: ChangeWords, change: typeof withText): Data {
  const all = isData(Permissions) ? Permissions : {};
  return { Permissions: { ...all, [group]: change(toTextList(all[group]), permission) } };
}

function toTextList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function withText(texts: readonly string[], text: string): readonly string[] {
  return [...new Set([...texts, text])];
}

function withoutText(texts: readonly string[], text: string): readonly string[] {
  return texts.filter((each) => each !== text);
}
