import { inThread, isData, type Data, type Database, type Tables } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema/words';
import { parse } from 'yaml';

import type { Catalogue, CatalogueEntry, Entries } from './catalogue.js';

const ENTRY = 'id, name, valid_id = 1 as "isValid"';
const COMMENT = `coalesce(comments, '') as comment`;
const ESCALATION = `json_build_object('calendar', coalesce(calendar_name, ''),
  'firstResponseTime', coalesce(first_response_time, 0), 'firstResponseNotify', coalesce(first_response_notify, 0),
  'updateTime', coalesce(update_time, 0), 'updateNotify', coalesce(update_notify, 0),
  'solutionTime', coalesce(solution_time, 0), 'solutionNotify', coalesce(solution_notify, 0)) as escalation`;
const STATE_TYPE = `coalesce((select name from ticket_state_type where id = type_id), '')`;

/** The table of each kind of entries, and its columns by member. */
const TABLES: Readonly<Record<keyof Catalogue, readonly [table: string, columns: string]>> = {
  queues: ['queue', `${ENTRY}, ${COMMENT}, group_id as "groupID", ${ESCALATION}`],
  states: ['ticket_state', `${ENTRY}, ${COMMENT}, type_id as "typeID", ${STATE_TYPE} as "typeName"`],
  stateTypes: ['ticket_state_type', 'id, name, true as "isValid"'],
  priorities: ['ticket_priority', ENTRY],
  types: ['ticket_type', ENTRY],
  locks: ['ticket_lock_type', ENTRY],
  senderTypes: ['article_sender_type', ENTRY],
  channels: ['communication_channel', ENTRY],
  historyTypes: ['ticket_history_type', ENTRY],
  autoResponseTypes: ['auto_response_type', ENTRY],
  services: ['service', `${ENTRY}, ${COMMENT}`],
  serviceLevelAgreements: [
    'sla',
    `${ENTRY}, ${COMMENT}, ${ESCALATION}, array(select service_id from service_sla where sla_id = sla.id) as "serviceIDs"`,
  ],
  dynamicFields: [
    'dynamic_field',
    `${ENTRY}, label, field_order as "fieldOrder", field_type as "fieldType", object_type as "objectType",
     coalesce(config, '') as config`,
  ],
};

const LOAD = `select ${Object.entries(TABLES)
  .map(
    ([key, [table, columns]]) =>
      `(select json_agg(entry order by entry.id) from (select ${columns} from ${table}) entry) as "${key}"`,
  )
  .join(',\n')}`;

/** The rows of the statement before lists are converted to sets and texts to objects. Null for an empty table. */
type Loaded = Readonly<Record<keyof Catalogue, readonly LoadedRow[] | null>>;

type LoadedRow = CatalogueEntry & { readonly serviceIDs?: readonly number[]; readonly config?: string };

/** Parsed configurations of the current fields by their text, since a selection may have a hundred thousand values. */
let configs: ReadonlyMap<string, Data> = new Map();

/** Reads the slowly changing tables with one statement. */
export async function loadCatalogue(database: Database, tables: Pick<Tables, 'has'>): Promise<Catalogue> {
  const [loaded] = await database.query<Loaded>(LOAD);
  if (loaded === undefined) throw new Error('The database did not answer with the catalogue.');
  const texts = (loaded.dynamicFields ?? []).flatMap(({ config }) => config ?? []);
  configs = await readConfigs(texts, configs);
  // Without the column, a field takes one value, whatever its configuration says.
  const ignored = tables.has('dynamic_field_value.index_value') ? [] : ['MultiValue'];
  const entry = (row: LoadedRow) => completeEntry(row, ignored);
  const catalogue = Object.entries(loaded).map(([key, rows]) => [key, indexAll((rows ?? []).map(entry))] as const);
  return Object.fromEntries(catalogue) as unknown as Catalogue; // the statement has the columns of each kind
}

/** @param ignored keys of configurations that have no effect here */
function completeEntry({ serviceIDs, config, ...row }: LoadedRow, ignored: readonly string[]): CatalogueEntry {
  const read = configs.get(config ?? '') ?? {};
  return {
    ...row,
    ...(serviceIDs && { serviceIDs: new Set(serviceIDs) }),
    ...(config !== undefined && { config: ignored.length === 0 ? read : omit(read, ignored) }),
  };
}

function indexAll<Entry extends CatalogueEntry>(all: readonly Entry[]): Entries<Entry> {
  const byID = new Map(all.map((entry) => [entry.id, entry]));
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  return { all, byID: (id) => byID.get(id), byName: (name) => byName.get(name) };
}

/** Parses the configurations that are not cached. */
export async function readConfigs(
  texts: readonly string[],
  known: ReadonlyMap<string, Data>,
): Promise<ReadonlyMap<string, Data>> {
  const fresh = texts.filter((text) => !known.has(text));
  const isLarge = fresh.join('').length > LARGE;
  const read = isLarge ? await inThread({ run: readAll, module: import.meta.url }, fresh) : readAll(fresh);
  return new Map(texts.map((text) => [text, known.get(text) ?? read.get(text) ?? {}]));
}

/** Characters of YAML from which on it is parsed in a thread. */
const LARGE = 10_000;

export function readAll(texts: readonly string[]): ReadonlyMap<string, Data> {
  // Maps of the failsafe schema have text keys.
  return new Map(texts.map((text) => [text, parseConfig(text, 'failsafe')]));
}

/** Parses a configuration; if it is not valid, the field has no possible values and rules. */
export function parseConfig(yaml: string, schema: 'core' | 'failsafe'): Data {
  try {
    // Looking for equal keys takes quadratic time.
    const config: unknown = parse(yaml, { schema, uniqueKeys: false });
    return isData(config) ? config : {};
  } catch {
    return {};
  }
}
