import type { Database } from '@ticketgate/sdk';

import type { OpenDatabase } from '../connection/open-database.js';
import { AppliedFiles, noteFile, type FileNote } from './applied-files.js';
import { SERVICES_CHANNEL, watchServices } from './watch-services.js';

/** A row of `gi_webservice_config`. */
export interface StoredService {
  readonly id: number;
  readonly name: string;
  /** YAML text. */
  readonly config: string;
  readonly validID: number;
}

/** A row of `gi_webservice_config_history`; the newest equals the service. */
export interface ServiceVersion {
  readonly id: number;
  readonly config: string;
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly changeTime: string;
  readonly changeBy: number;
}

export interface SaveService {
  readonly name: string;
  readonly config: string;
  /** Default: as it is, 1 for a new service. */
  readonly validID?: number;
  readonly userID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system time zone. */
  readonly time: string;
  /** The definition file that this version comes from, or that is gone; noted in the same transaction. */
  readonly file?: FileNote;
}

const COLUMNS = 'id, name, config, valid_id as "validID"';

/** The definitions: `gi_webservice_config` and its history are the one truth that every replica serves. */
export class ServiceStore {
  /** What was applied from definition files. */
  readonly files: AppliedFiles;
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
    this.files = new AppliedFiles(database);
  }

  /** All services by name, including invalid ones. */
  list(): Promise<StoredService[]> {
    return this.#database.query<StoredService>(`select ${COLUMNS} from gi_webservice_config order by name`);
  }

  async find(name: string): Promise<StoredService | undefined> {
    const [service] = await this.#database.query<StoredService>(
      `select ${COLUMNS} from gi_webservice_config where name = $1`,
      [name],
    );
    return service;
  }

  /** The newest first. */
  versions(id: number): Promise<ServiceVersion[]> {
    return this.#database.query<ServiceVersion>(
      `select id, config, change_time as "changeTime", change_by as "changeBy"
       from gi_webservice_config_history where config_id = $1 order by id desc`,
      [id],
    );
  }

  /** Adds or updates a service together with its version. What is already so is left alone: no version then. */
  async save(service: SaveService): Promise<{ id: number; isChanged: boolean }> {
    return this.#database.withTransaction(async (transaction) => {
      const saved = await saveService(transaction, service);
      if (service.file !== undefined) await noteFile(transaction, service, service.file);
      if (saved.isChanged) await notifyServices(transaction);
      return saved;
    });
  }

  /** Removes a service with its versions and debugger entries; the record of what was applied from its file stays. False if there is no such service. */
  async remove(name: string): Promise<boolean> {
    return this.#database.withTransaction(async (transaction) => {
      const [service] = await transaction.query<{ id: number }>(
        'select id from gi_webservice_config where name = $1 for update',
        [name],
      );
      if (service === undefined) return false;
      for (const statement of REMOVALS) await transaction.query(statement, [service.id]);
      await notifyServices(transaction);
      return true;
    });
  }

  /** Calls `onChange` after a change by anybody: at once for ours, within `pollSeconds` for a host's. Resolves to a function that stops it. */
  watch(onChange: () => void, pollSeconds: number): Promise<() => void> {
    return watchServices(this.#database, onChange, pollSeconds);
  }
}

const REMOVALS: readonly string[] = [
  'delete from gi_webservice_config_history where config_id = $1',
  `delete from gi_debugger_entry_content where gi_debugger_entry_id in
     (select id from gi_debugger_entry where webservice_id = $1)`,
  'delete from gi_debugger_entry where webservice_id = $1',
  'delete from gi_webservice_config where id = $1',
];

async function saveService(transaction: Database, service: SaveService): Promise<{ id: number; isChanged: boolean }> {
  const [current] = await transaction.query<StoredService>(
    `select ${COLUMNS} from gi_webservice_config where name = $1 for update`,
    [service.name],
  );
  const validID = service.validID ?? current?.validID ?? 1;
  if (current?.config === service.config && current.validID === validID) return { id: current.id, isChanged: false };
  const values = [service.name, service.config, validID, service.time, service.userID];
  const [row] = await transaction.query<{ id: number }>(
    `insert into gi_webservice_config (name, config, valid_id, create_time, create_by, change_time, change_by)
     values ($1, $2, $3, $4, $5, $4, $5)
     on conflict (name) do update set config = excluded.config, valid_id = excluded.valid_id,
       change_time = excluded.change_time, change_by = excluded.change_by
     returning id`,
    values,
  );
  const id = row?.id ?? 0;
  await addVersion(transaction, id, service);
  return { id, isChanged: true };
}

/** The column config_md5 is unique among all versions, so more than the text has to go into it. */
async function addVersion(transaction: Database, id: number, service: SaveService): Promise<void> {
  await transaction.query(
    `insert into gi_webservice_config_history
       (config_id, config, config_md5, create_time, create_by, change_time, change_by)
     values ($1::integer, $2::text, md5($2::text || $1::integer || clock_timestamp()), $3, $4, $3, $4)`,
    [id, service.config, service.time, service.userID],
  );
}

async function notifyServices(transaction: Database): Promise<void> {
  await transaction.query('select pg_notify($1, $2)', [SERVICES_CHANNEL, '']);
}
