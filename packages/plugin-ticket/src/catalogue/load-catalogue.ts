import type { Database } from '@ticketgate/sdk';
import { parse } from 'yaml';

import type {
  Catalogue,
  CatalogueEntry,
  DynamicField,
  Entries,
  EscalationTargets,
  Queue,
  Service,
  ServiceLevelAgreement,
  State,
} from './catalogue.js';

type Row = CatalogueEntry & Readonly<Record<string, unknown>>;

type Rows = readonly Row[] | null;

const NAMED: readonly (readonly [key: string, table: string, columns: string])[] = [
  ['state_types', 'ticket_state_type', 'id, name, true as valid'],
  ['priorities', 'ticket_priority', 'id, name, valid_id = 1 as valid'],
  ['types', 'ticket_type', 'id, name, valid_id = 1 as valid'],
  ['locks', 'ticket_lock_type', 'id, name, valid_id = 1 as valid'],
  ['sender_types', 'article_sender_type', 'id, name, valid_id = 1 as valid'],
  ['channels', 'communication_channel', 'id, name, valid_id = 1 as valid'],
  ['history_types', 'ticket_history_type', 'id, name, valid_id = 1 as valid'],
  ['auto_response_types', 'auto_response_type', 'id, name, valid_id = 1 as valid'],
  ['services', 'service', 'id, name, valid_id = 1 as valid, comments as comment'],
  ['states', 'ticket_state', 'id, name, valid_id = 1 as valid, type_id as "typeID", comments as comment'],
  [
    'queues',
    'queue',
    `id, name, valid_id = 1 as valid, group_id as "groupID", comments as comment, unlock_timeout as "unlockTimeout",
     follow_up_id as "followUpID", follow_up_lock as "followUpLock", system_address_id as "systemAddressID",
     first_response_time, first_response_notify, update_time, update_notify, solution_time, solution_notify, calendar_name`,
  ],
  [
    'agreements',
    'sla',
    `id, name, valid_id = 1 as valid, comments as comment, array(select service_id from service_sla where sla_id = sla.id) as services,
     first_response_time, first_response_notify, update_time, update_notify, solution_time, solution_notify, calendar_name`,
  ],
  [
    'dynamic_fields',
    'dynamic_field',
    `id, name, valid_id = 1 as valid, label, field_order as "fieldOrder", field_type as "fieldType", object_type as "objectType", config`,
  ],
];

const LOAD = `select ${NAMED.map(
  ([key, table, columns]) =>
    `(select json_agg(entry order by entry.id) from (select ${columns} from ${table}) entry) as ${key}`,
).join(',\n')}`;

/** Reads the slowly changing tables with one statement. */
export async function loadCatalogue(database: Database): Promise<Catalogue> {
  const [loaded = {}] = await database.query<Readonly<Record<string, Rows>>>(LOAD);
  const rows = (key: string): readonly Row[] =>
    (loaded[key] ?? []).map((row) => ({ ...row, isValid: row.valid === true }));
  const stateTypes = entries(rows('state_types'));
  return {
    stateTypes,
    priorities: entries(rows('priorities')),
    types: entries(rows('types')),
    locks: entries(rows('locks')),
    senderTypes: entries(rows('sender_types')),
    channels: entries(rows('channels')),
    historyTypes: entries(rows('history_types')),
    autoResponseTypes: entries(rows('auto_response_types')),
    services: entries(rows('services').map(readService)),
    states: entries(rows('states').map((row) => readState(row, stateTypes))),
    queues: entries(rows('queues').map(readQueue)),
    serviceLevelAgreements: entries(rows('agreements').map(readAgreement)),
    dynamicFields: entries(rows('dynamic_fields').map(readDynamicField)),
  };
}

function entries<Entry extends CatalogueEntry>(all: readonly Entry[]): Entries<Entry> {
  const byID = new Map(all.map((entry) => [entry.id, entry]));
  const byName = new Map(all.map((entry) => [entry.name, entry]));
  return { all, byID: (id) => byID.get(id), byName: (name) => byName.get(name) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => Number(value ?? 0);

function readService(row: Row): Service {
  return { id: row.id, name: row.name, isValid: row.isValid, comment: text(row.comment) };
}

function readState(row: Row, types: Entries<CatalogueEntry>): State {
  const typeID = number(row.typeID);
  return { ...readService(row), typeID, typeName: types.byID(typeID)?.name ?? '' };
}

function readQueue(row: Row): Queue {
  return {
    ...readService(row),
    groupID: number(row.groupID),
    unlockTimeout: number(row.unlockTimeout),
    followUpID: number(row.followUpID),
    followUpLock: number(row.followUpLock) === 1,
    systemAddressID: number(row.systemAddressID),
    escalation: readTargets(row),
  };
}

function readAgreement(row: Row): ServiceLevelAgreement {
  const services = Array.isArray(row.services) ? row.services.map(Number) : [];
  return { ...readService(row), serviceIDs: new Set(services), escalation: readTargets(row) };
}

function readTargets(row: Row): EscalationTargets {
  return {
    firstResponseTime: number(row.first_response_time),
    firstResponseNotify: number(row.first_response_notify),
    updateTime: number(row.update_time),
    updateNotify: number(row.update_notify),
    solutionTime: number(row.solution_time),
    solutionNotify: number(row.solution_notify),
    calendar: text(row.calendar_name),
  };
}

function readDynamicField(row: Row): DynamicField {
  return {
    id: row.id,
    name: row.name,
    isValid: row.isValid,
    label: text(row.label),
    fieldOrder: number(row.fieldOrder),
    fieldType: text(row.fieldType),
    objectType: text(row.objectType),
    config: readConfig(text(row.config)),
  };
}

/** A configuration that cannot be read leaves a field without possible values and rules. */
function readConfig(yaml: string): Readonly<Record<string, unknown>> {
  try {
    const config: unknown = parse(yaml, { schema: 'failsafe' });
    // Maps of the failsafe schema have text keys.
    return typeof config === 'object' && config !== null && !Array.isArray(config)
      ? (config as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
