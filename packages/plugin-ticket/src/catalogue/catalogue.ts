import type { Database } from '@ticketgate/sdk';

/** The columns that all rows of the catalogue share. `isValid`: valid_id 1. */
export interface CatalogueEntry {
  readonly id: number;
  readonly name: string;
  readonly isValid: boolean;
}

/** Target times in minutes, notifications in percent of them; 0 for none. */
export interface EscalationTargets {
  readonly firstResponseTime: number;
  readonly firstResponseNotify: number;
  readonly updateTime: number;
  readonly updateNotify: number;
  readonly solutionTime: number;
  readonly solutionNotify: number;
  /** Number of the working-hours calendar, `''` for the default one. */
  readonly calendar: string;
}

export interface Queue extends CatalogueEntry {
  readonly groupID: number;
  readonly comment: string;
  readonly escalation: EscalationTargets;
}

export interface State extends CatalogueEntry {
  readonly typeID: number;
  /** For example `pending reminder`. */
  readonly typeName: string;
  readonly comment: string;
}

export interface Service extends CatalogueEntry {
  readonly comment: string;
}

export interface ServiceLevelAgreement extends CatalogueEntry {
  readonly serviceIDs: ReadonlySet<number>;
  readonly escalation: EscalationTargets;
  readonly comment: string;
}

export interface DynamicField extends CatalogueEntry {
  readonly label: string;
  readonly fieldOrder: number;
  /** For example `Dropdown`. */
  readonly fieldType: string;
  readonly objectType: string;
  /** `dynamic_field.config`, parsed. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Entries of one table; names are compared exactly. */
export interface Entries<Entry> {
  readonly all: readonly Entry[];
  byID(id: number): Entry | undefined;
  byName(name: string): Entry | undefined;
}

/** A snapshot of the slowly changing tables of the ticket system. */
export interface Catalogue {
  readonly queues: Entries<Queue>;
  readonly states: Entries<State>;
  readonly stateTypes: Entries<CatalogueEntry>;
  readonly priorities: Entries<CatalogueEntry>;
  readonly types: Entries<CatalogueEntry>;
  readonly locks: Entries<CatalogueEntry>;
  readonly senderTypes: Entries<CatalogueEntry>;
  readonly channels: Entries<CatalogueEntry>;
  readonly historyTypes: Entries<CatalogueEntry>;
  readonly autoResponseTypes: Entries<CatalogueEntry>;
  readonly services: Entries<Service>;
  readonly serviceLevelAgreements: Entries<ServiceLevelAgreement>;
  /** All object types, valid and invalid, by name. */
  readonly dynamicFields: Entries<DynamicField>;
}

const DEFAULT = '<DEFAULT>';

/** Reads the ids of a customer user's services; without services of its own, it has those of the pseudo login `<DEFAULT>`. */
export async function customerServiceIDs(database: Database, login: string): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ login: string; service_id: number }>(
    'select customer_user_login as login, service_id from service_customer_user where customer_user_login = any($1)',
    [[login, DEFAULT]],
  );
  const own = rows.filter((row) => row.login === login);
  return new Set((own.length > 0 ? own : rows).map(({ service_id }) => service_id));
}
