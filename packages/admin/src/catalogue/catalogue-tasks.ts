import {
  AgentUnknown,
  GroupUnknown,
  LastAdministrator,
  PasswordTooCommon,
  PasswordTooShort,
} from '@ticketgate/accounts';
import { isOperationError } from '@ticketgate/sdk';
import { inputObject, anything, flag, listOf, named, objectOf, text, integerOrNull } from '@ticketgate/sdk/schema';

import { DetailedError } from '../tasks/task-errors.js';
import { findReferences, getEntry, searchCatalogue } from './catalogue-entries.js';
import {
  CatalogueReadOnly,
  type CatalogueSystem,
  EntryChanged,
  EntryExists,
  EntryInvalid,
  makeEntrySchema,
  EntryUnknown,
  getKind,
  KindUnknown,
} from './catalogue-system.js';
import { addEntry, changeEntry } from './change-entry.js';
import { passwordSchema } from '../accounts/account-tasks.js';
import { word, commentSchema } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { asEntries, pageAfter, pageMembers, toPage } from '../tasks/pages.js';

const entry = named('Entry', {
  name: text('Name of the entry; agents and customer users have a login.'),
  isValid: flag('Whether it may be used.'),
  values: { type: 'object', description: 'Its members, as the schema of its kind has them.' },
  state: text('Names this state of the entry: the `base` of its next change.'),
});
const saved = named('SavedEntry', {
  entry: { ...entry, description: 'The entry as it is now.' },
  isChanged: flag('False where everything was so already.'),
  warnings: listOf(text(), 'What else you should know.'),
});

const reference = named('References', {
  kind: text('Key of the kind of the entries that name it.'),
  label: text('What people call such an entry.'),
  member: text('The member that names the entry.'),
  names: listOf(text(), 'The first of those that name it.'),
  total: integerOrNull('How many name it; null where the kind does not count.'),
});

const membersSchema = {
  type: 'object',
  description: 'as the schema of the kind has them; null takes one away, `Valid` says whether the entry is offered',
} as const;

const oneEntry = {
  kind: text('Key of the kind.'),
  name: text('Name of the entry; agents and customer users have a login.'),
} as const;

const filter = {
  text: word('part of a value, in any case'),
  isValid: flag('only entries that are offered, or only others'),
} as const;

/** Errors of any change; each kind has more. */
const CHANGE_ERRORS = [KindUnknown, CatalogueReadOnly, EntryInvalid, AgentUnknown, GroupUnknown];

export const listKinds = task({
  at: 'GET /catalogue',
  needs: 'nothing',
  summary: 'Lists the kinds of entries, each with the schema of an entry, and whether you may change entries.',
  answer: objectOf({
    items: asEntries('Kind', {
      key: text('Names the kind in paths.'),
      label: text('What people call an entry.'),
      nameKey: text('The member that has the name of an entry.'),
      schema: anything('JSON Schema of an entry.'),
    }),
    isReadOnly: flag('Whether a host system looks after the catalogue, so that changes here are refused.'),
  }),
  input: inputObject({}),
  async run(_input, { system: { catalogue } }) {
    const items = catalogue.kinds.map((kind) => {
      const { key, label, nameKey } = kind;
      return { key, label, nameKey, schema: makeEntrySchema(kind) };
    });
    return { items, isReadOnly: catalogue.isReadOnly };
  },
});

export const listReferences = task({
  at: 'GET /catalogue/:kind/:name/references',
  needs: 'look',
  summary: 'Lists the entries that refer to an entry, by kind and member: the first ones, and how many there are.',
  answer: objectOf({ items: listOf(reference, 'The entries.') }),
  errors: [KindUnknown, EntryUnknown],
  input: inputObject(oneEntry),
  async run({ kind: key, name }, { system: { catalogue } }) {
    const kind = getKind(catalogue, key);
    await getEntry(kind, name, catalogue);
    return { items: await findReferences(catalogue, kind, name) };
  },
});

export const listEntries = task({
  at: 'GET /catalogue/:kind',
  needs: 'look',
  summary: 'Lists entries of a kind by name, including invalid ones.',
  input: inputObject({ kind: text('Key of the kind.') }, { ...pageAfter, ...filter }),
  answer: objectOf({
    ...pageMembers(entry, text()),
    total: integerOrNull('How many there are on all pages; null where a kind of a plugin does not count.'),
  }),
  errors: [KindUnknown],
  async run({ kind, limit, ...search }, { system: { catalogue } }) {
    const { found, total } = await searchCatalogue(
      getKind(catalogue, kind),
      { ...search, limit: limit + 1 },
      catalogue,
    );
    return { ...toPage(found, limit, ({ name }) => name), total };
  },
});

export const addCatalogueEntry = task({
  at: 'POST /catalogue/:kind',
  summary: 'Adds an entry.',
  input: inputObject(
    {
      kind: text('Key of the kind.'),
      name: word('Name of the entry; agents and customer users have a login.'),
      members: membersSchema,
    },
    { password: { ...passwordSchema, description: 'of a new agent or customer user' }, comment: commentSchema },
  ),
  answer: saved,
  errors: [...CHANGE_ERRORS, EntryExists, PasswordTooShort, PasswordTooCommon],
  run: ({ kind, name, members: wanted, password, comment }, { system: { catalogue }, author }) =>
    addEntry(catalogue, { kind: getKind(catalogue, kind), name, members: wanted, password }, { author, comment }),
});

export const getCatalogueEntry = task({
  at: 'GET /catalogue/:kind/:name',
  needs: 'look',
  summary: 'Shows an entry.',
  input: inputObject(oneEntry),
  answer: entry,
  errors: [KindUnknown, EntryUnknown],
  run: ({ kind, name }, { system: { catalogue } }) => getEntry(getKind(catalogue, kind), name, catalogue),
});

export const changeCatalogueEntry = task({
  at: 'PATCH /catalogue/:kind/:name',
  summary: 'Changes members of an entry; the others stay as they are.',
  input: inputObject(
    { ...oneEntry, base: text('the `state` that you started from'), members: membersSchema },
    { comment: commentSchema },
  ),
  answer: saved,
  errors: [...CHANGE_ERRORS, EntryUnknown, EntryChanged, LastAdministrator],
  async run({ kind, name, base, members: wanted, comment }, { system: { catalogue }, author }) {
    const changed = { kind: getKind(catalogue, kind), name, members: wanted };
    return changeEntry(catalogue, changed, { author, comment, base }).catch((cause: unknown) =>
      addConflict(cause, changed, catalogue),
    );
  },
});

/** Adds the current entry and the wanted one to the error of a conflict. */
async function addConflict(
  cause: unknown,
  { kind, name, members: yours }: Parameters<typeof changeEntry>[1],
  catalogue: CatalogueSystem,
): Promise<never> {
  if (!isOperationError(cause) || cause.code !== 'Admin.EntryChanged') throw cause;
  throw new DetailedError(cause, { theirs: await getEntry(kind, name, catalogue), yours });
}
