import { AgentUnknown, GroupUnknown, LastAdministrator } from '@ticketgate/accounts';
import { isOperationError, type Data } from '@ticketgate/sdk';

import { getEntry, searchCatalogue } from '../../catalogue/catalogue-entries.js';
import { entrySchemaOf } from '../../catalogue/catalogue-schema.js';
import { addEntry, changeEntry } from '../../catalogue/change-entry.js';
import { getKind } from '../../catalogue/find-kind.js';
import { findReferences } from '../../catalogue/find-references.js';
import { AdminReply, defineRoute, type AdminRoute } from '../admin-route.js';
import { DetailedError } from '../api-errors.js';
import type { ApiSystem } from '../api-system.js';
import {
  applyCatalogueFile,
  compareCatalogueFile,
  exportCatalogueFile,
} from '../../actions/catalogue/catalogue-file.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { pageAfter, pageMembers, toPage } from '../../actions/schemas/pages.js';
import { anything, flag, listOf, named, objectOf, text, word } from '../../actions/schemas/schemas.js';
import { comment } from '../../actions/schemas/service-schemas.js';
import { routeOf } from './route-of.js';
import {
  CatalogueReadOnly,
  EntryChanged,
  EntryExists,
  EntryInvalid,
  EntryUnknown,
  KindUnknown,
} from '../../catalogue/catalogue-errors.js';

const entry = named('Entry', objectOf({ name: text, isValid: flag, values: { type: 'object' }, state: text }));
const saved = named('SavedEntry', objectOf({ entry, isChanged: flag, warnings: listOf(text) }));

const reference = named(
  'References',
  objectOf({ kind: text, label: text, member: text, names: listOf(text), total: { type: ['integer', 'null'] } }),
);

const members = {
  type: 'object',
  description: 'as the schema of the kind has them; null takes one away, `Valid` says whether the entry is offered',
} as const;

const filter = {
  text: { ...word, description: 'part of a value, in any case' },
  isValid: { ...flag, description: 'only entries that are offered, or only others' },
} as const;

/** Beside those of the kind. */
const CHANGE_ERRORS = [KindUnknown, CatalogueReadOnly, EntryInvalid, AgentUnknown, GroupUnknown];

const kinds = defineRoute({
  method: 'GET',
  path: '/catalogue',
  summary:
    'The kinds of entries that plugins declare, with the schema of an entry, and whether you may change entries.',
  answer: objectOf({
    items: listOf(named('Kind', objectOf({ key: text, label: text, nameKey: text, schema: anything }))),
    isReadOnly: flag,
  }),
  async run(_call, { catalogue }) {
    const items = catalogue.kinds.map((kind) => {
      const { key, label, nameKey } = kind;
      return { key, label, nameKey, schema: entrySchemaOf(kind) };
    });
    return { items, isReadOnly: catalogue.isReadOnly };
  },
});

const references = defineRoute({
  method: 'GET',
  path: '/catalogue/:kind/:name/references',
  summary: 'Entries of all kinds that name an entry: in which member, the first of them, and how many.',
  answer: objectOf({ items: listOf(reference) }),
  errors: [KindUnknown],
  async run({ params: { kind, name } }, { catalogue }) {
    return { items: await findReferences(catalogue, getKind(catalogue, kind), name) };
  },
});

/** The routes of entries at a path; the kind is the one that the path or the request names. */
function entryRoutes(path: string, what: string, kindOf: (params: Data) => string): readonly AdminRoute[] {
  const list = defineRoute({
    method: 'GET',
    path,
    summary: `${what} by name, including invalid ones. \`total\` is how many fit on all pages; null where a kind of a plugin does not count.`,
    query: inputObject({}, { ...pageAfter, ...filter }),
    answer: objectOf({ ...pageMembers(entry, text), total: { type: ['integer', 'null'] } }),
    errors: [KindUnknown],
    async run({ params, query: { limit, ...search } }, { catalogue }) {
      const kind = getKind(catalogue, kindOf(params as Data)); // of express, which has texts
      const { found, total } = await searchCatalogue(kind, { ...search, limit: limit + 1 }, catalogue);
      return { ...toPage(found, { limit }, ({ name }) => name), total };
    },
  });
  const add = defineRoute({
    method: 'POST',
    path,
    summary: `Adds one of ${what.toLowerCase()}.`,
    body: inputObject({ name: word, members }, { comment }),
    answer: saved,
    errors: [...CHANGE_ERRORS, EntryExists],
    run({ params, body: { name, members: wanted, comment: why }, administrator: author }, { catalogue }) {
      const kind = getKind(catalogue, kindOf(params as Data)); // of express, which has texts
      return addEntry(catalogue, { kind, name, members: wanted }, { author, comment: why });
    },
  });
  return [list, add, ...singleRoutes(path, what, kindOf)];
}

function singleRoutes(path: string, what: string, kindOf: (params: Data) => string): readonly AdminRoute[] {
  const get = defineRoute({
    method: 'GET',
    path: `${path}/:name`,
    summary: `One of ${what.toLowerCase()}.`,
    answer: entry,
    errors: [KindUnknown, EntryUnknown],
    run: ({ params }, { catalogue }) => getEntry(getKind(catalogue, kindOf(params)), params.name, catalogue),
  });
  const change = defineRoute({
    method: 'PATCH',
    path: `${path}/:name`,
    summary: `Changes members of one of ${what.toLowerCase()}; the others stay as they are.`,
    body: inputObject(
      { base: { type: 'string', description: 'the `state` that you started from' }, members },
      { comment },
    ),
    answer: saved,
    errors: [...CHANGE_ERRORS, EntryUnknown, EntryChanged, LastAdministrator],
    async run({ params, body, administrator: author }, system) {
      const kind = getKind(system.catalogue, kindOf(params));
      const changed = { kind, name: params.name, members: body.members };
      const note = { author, comment: body.comment, base: body.base };
      return changeEntry(system.catalogue, changed, note).catch((cause: unknown) =>
        withBothSides(cause, changed, system),
      );
    },
  });
  return [get, change];
}

/** Where somebody else has changed the entry: what it is now, and what was wanted. */
async function withBothSides(
  cause: unknown,
  { kind, name, members: yours }: Parameters<typeof changeEntry>[1],
  { catalogue }: ApiSystem,
): Promise<never> {
  if (!isOperationError(cause) || cause.code !== 'Admin.EntryChanged') throw cause;
  throw new DetailedError(cause, { theirs: await getEntry(kind, name, catalogue), yours });
}

export const catalogueRoutes: readonly AdminRoute[] = [
  kinds,
  references,
  routeOf('GET /catalogue-file', exportCatalogueFile, {
    mediaType: 'application/yaml',
    reply: (written) => new AdminReply(written, { 'Content-Disposition': 'attachment; filename="catalogue.yml"' }),
  }),
  routeOf('POST /catalogue-file/diff', compareCatalogueFile),
  routeOf('POST /catalogue-file/apply', applyCatalogueFile),
  ...entryRoutes('/catalogue/:kind', 'Entries of a kind', ({ kind }) => String(kind)),
  ...entryRoutes('/agents', 'Agents', () => 'agents'),
  ...entryRoutes('/groups', 'Groups', () => 'groups'),
  ...entryRoutes('/roles', 'Roles', () => 'roles'),
  ...entryRoutes('/customers', 'Customer users', () => 'customerUsers'),
];
