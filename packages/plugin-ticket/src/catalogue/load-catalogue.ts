import { isData, type Data, type Database } from '@ticketgate/sdk';
import { parse } from 'yaml';

import type {
  Catalogue,
  CatalogueEntry,
  DynamicField,
  Entries,
  Queue,
  Service,
  ServiceLevelAgreement,
  State,
} from './catalogue.js';

const ENTRY = 'id, name, valid_id = 1 as "isValid"';
const COMMENT = `coalesce(comments, '') as comment`;
const ESCALATION = `json_build_object('calendar', coalesce(calendar_name, ''),
  'firstResponseTime', coalesce(first_response_time, 0), 'firstResponseNotify', coalesce(first_response_notify, 0),
  'updateTime', coalesce(update_time, 0), 'updateNotify', coalesce(update_notify, 0),
  'solutionTime', coalesce(solution_time, 0), 'solutionNotify', coalesce(solution_notify, 0)) as escalation`;
const STATE_TYPE = `coalesce((select name from ticket_state_type where id = type_id), '')`;

/** The table of each kind of entries, and its columns by the names that they have here. */
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

type NamedKey = Exclude<keyof Catalogue, 'queues' | 'states' | 'services' | 'serviceLevelAgreements' | 'dynamicFields'>;

/** What one statement reads; null for an empty table. */
type Loaded = Readonly<Record<NamedKey, readonly CatalogueEntry[] | null>> & {
  readonly queues: readonly Queue[] | null;
  readonly states: readonly State[] | null;
  readonly services: readonly Service[] | null;
  readonly serviceLevelAgreements:
    readonly (Omit<ServiceLevelAgreement, 'serviceIDs'> & { readonly serviceIDs: readonly number[] })[] | null;
  readonly dynamicFields: readonly (Omit<DynamicField, 'config'> & { readonly config: string })[] | null;
};

/** Reads the slowly changing tables with one statement. */
export async function loadCatalogue(database: Database): Promise<Catalogue> {
  const [loaded] = await database.query<Loaded>(LOAD);
  if (loaded === undefined) throw new Error('The database did not answer with the catalogue.');
  const { serviceLevelAgreements, dynamicFields } = loaded;
  return {
    queues: entries(loaded.queues),
    states: entries(loaded.states),
    stateTypes: entries(loaded.stateTypes),
    priorities: entries(loaded.priorities),
    types: entries(loaded.types),
    locks: entries(loaded.locks),
    senderTypes: entries(loaded.senderTypes),
    channels: entries(loaded.channels),
    historyTypes: entries(loaded.historyTypes),
    autoResponseTypes: entries(loaded.autoResponseTypes),
    services: entries(loaded.services),
    serviceLevelAgreements: entries(
      serviceLevelAgreements?.map((row) => ({ ...row, serviceIDs: new Set(row.serviceIDs) })),
    ),
    dynamicFields: entries(dynamicFields?.map((row) => ({ ...row, config: readConfig(row.config) }))),
  };
}

function entries<Entry extends CatalogueEntry>(rows: readonly Entry[] | null | undefined): Entries<Entry> {
  const all = rows ?? [];
  const byID = new Map(all.map((entry) => [entry.id, entry]));
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  return { all, byID: (id) => byID.get(id), byName: (name) => byName.get(name) };
}

/** A configuration that cannot be read leaves a field without possible values and rules. */
function readConfig(yaml: string): Data {
  try {
    // Maps of the failsafe schema have text keys.
    const config: unknown = parse(yaml, { schema: 'failsafe' });
    return isData(config) ? config : {};
  } catch {
    return {};
  }
}
