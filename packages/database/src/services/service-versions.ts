import { type Database, createError } from '@ticketgate/sdk';

import { getValue, readValue, NEWEST_VERSION } from '../postgres/index.js';
import { TableAccess } from '../table-access.js';

/** The facts about a version that the family's history lacks. */
export interface VersionNote {
  readonly origin: 'file' | 'import' | 'admin';
  /** The action, for example `changed` or `rolled back to version 12`. */
  readonly action: string;
  /** The reason in the author's words; may be empty. */
  readonly comment: string;
}

/** A row of `gi_webservice_config_history`; the newest equals the service. */
export interface ServiceVersion {
  readonly id: number;
  /** Its position among the versions of its service, counted from 1. */
  readonly number: number;
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly changeTime: string;
  readonly changeBy: number;
  /** Null for versions from a host, or from an earlier version of this program. */
  readonly note: VersionNote | null;
}

export interface VersionText extends ServiceVersion {
  /** YAML text. */
  readonly config: string;
}

const COLUMNS = `history.id, history.change_time as "changeTime", history.change_by as "changeBy",
  case when note.version_id is not null then
    json_build_object('origin', note.origin, 'action', note.action, 'comment', note.comment) end as note`;
const TABLES =
  'gi_webservice_config_history history left join ticketgate.service_version_note note on note.version_id = history.id';

/** Only counts for the selected versions: a service may have thousands. */
const NUMBER = `(select count(*)::integer from gi_webservice_config_history earlier
  where earlier.config_id = history.config_id and earlier.id <= history.id) as number`;

/** The versions of services, including the host's own. */
export class ServiceVersions extends TableAccess {
  /** Newest first, without their texts; only those older than version `before`, if given. */
  list(
    serviceID: number,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<ServiceVersion[]> {
    return this.database.query<ServiceVersion>(
      `select ${COLUMNS}, ${NUMBER} from ${TABLES}
       where history.config_id = $1 and history.id < $2::bigint order by history.id desc limit $3`,
      [serviceID, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
  }

  async count(serviceID: number): Promise<number> {
    const text = 'select count(*)::integer from gi_webservice_config_history where config_id = $1';
    return (await readValue<number>(this.database, text, [serviceID])) ?? 0;
  }

  async newest(): Promise<ReadonlyMap<number, ServiceVersion>> {
    const rows = await this.database.query<ServiceVersion & { serviceID: number }>(
      `select distinct on (history.config_id) history.config_id as "serviceID", ${COLUMNS},
         count(*) over (partition by history.config_id)::integer as number
       from ${TABLES}
       order by history.config_id, history.id desc`,
    );
    return new Map(rows.map(({ serviceID, ...version }) => [serviceID, version]));
  }

  async find(serviceID: number, versionID: number): Promise<VersionText | undefined> {
    const [found] = await this.database.query<VersionText>(
      `select ${COLUMNS}, ${NUMBER}, history.config from ${TABLES} where history.config_id = $1 and history.id = $2::bigint`,
      [serviceID, versionID],
    );
    return found;
  }
}

/** Changes with every change of any service. */
export async function definitionsVersion(database: Database): Promise<number> {
  return (await readValue<number>(database, `select ${NEWEST_VERSION}`)) ?? 0;
}

interface NewVersion {
  readonly configID: number;
  readonly config: string;
  readonly time: string;
  readonly userID: number;
  readonly note?: VersionNote | undefined;
}

/** The column config_md5 is unique among all versions, so its hash includes more than the text. */
export async function addVersion(
  transaction: Database,
  { configID, config, time, userID, note }: NewVersion,
): Promise<number> {
  const id = await getValue<number>(
    transaction,
    `insert into gi_webservice_config_history
       (config_id, config, config_md5, create_time, create_by, change_time, change_by)
     values ($1::integer, $2::text, md5($2::text || $1::integer || clock_timestamp()), $3, $4, $3, $4) returning id`,
    [configID, config, time, userID],
  );
  if (note !== undefined) await transaction.knex('ticketgate.service_version_note').insert({ version_id: id, ...note });
  return id;
}

export const ServiceNameTaken = createError<{ name: string }>(
  'Database.ServiceNameTaken',
  ({ name }) => `There is a web service "${name}" already. Choose another name.`,
  'Conflict',
);
export const ServiceChanged = createError<{ name: string }>(
  'Database.ServiceChanged',
  ({ name }) =>
    `The web service "${name}" was changed meanwhile: your change starts from another version than the current one. Compare them, then start from the current one.`,
  'Conflict',
);

/** The caller must have locked the row of the service, so that no version is added in between. */
export async function requireBase(
  transaction: Database,
  current: { readonly id: number } | undefined,
  { name, base }: { readonly name: string; readonly base?: number | 'none' | undefined },
): Promise<void> {
  if (base === undefined) return;
  if (base === 'none') {
    if (current !== undefined) throw new ServiceNameTaken({ name });
    return;
  }
  const newest = current === undefined ? undefined : await newestVersion(transaction, current.id);
  if (newest?.id !== base) throw new ServiceChanged({ name });
}

export async function newestVersion(
  transaction: Database,
  serviceID: number,
): Promise<{ readonly id: number; readonly number: number } | undefined> {
  const [row] = await transaction.query<{ id: number; number: number }>(
    `select max(id) as id, count(*)::integer as number from gi_webservice_config_history where config_id = $1
     having count(*) > 0`,
    [serviceID],
  );
  return row;
}
