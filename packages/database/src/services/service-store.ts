import type { Data, Database } from '@ticketgate/sdk';
import type { OpenDatabase } from '../postgres/index.js';

import { recordChange, type AuditEntry } from '../audit-log.js';
import { AppliedFiles, recordAppliedFile, type FileNote } from './applied-files.js';
import {
  newestVersion,
  requireBase,
  ServiceNameTaken,
  addVersion,
  ServiceVersions,
  type VersionNote,
} from './service-versions.js';
import { ServiceDrafts } from './service-drafts.js';
import { fingerprint, SERVICES_CHANNEL, watchServices } from './watch-services.js';
import { TableAccess } from '../table-access.js';

/** A row of `gi_webservice_config`. */
export interface StoredService {
  readonly id: number;
  readonly name: string;
  /** YAML text. */
  readonly config: string;
  readonly validID: number;
}

export interface SaveService {
  readonly name: string;
  readonly config: string;
  /** Default: unchanged; 1 for a new service. */
  readonly validID?: number;
  readonly userID: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system time zone. */
  readonly time: string;
  /** The definition file from which this version comes, or that is gone; noted in the same transaction. */
  readonly file?: FileNote;
  readonly note?: VersionNote;
  /** The version that the change is based on, or `none`. Default: any. */
  readonly base?: number | 'none';
  /** For the audit log, which also gets the states before and after. */
  readonly audit?: AuditEntry;
}

export interface RenameService extends Pick<SaveService, 'name' | 'userID' | 'time' | 'note' | 'base' | 'audit'> {
  readonly newName: string;
}

export interface SavedService {
  readonly id: number;
  readonly isChanged: boolean;
  /** The new version; undefined if nothing was changed. */
  readonly versionID: number | undefined;
}

const COLUMNS = 'id, name, config, valid_id as "validID"';

/** The definitions: every replica serves `gi_webservice_config` and its history, and nothing else. */
export class ServiceStore extends TableAccess<OpenDatabase> {
  /** The contents applied from definition files. */
  readonly files = new AppliedFiles(this.database);
  readonly versions = new ServiceVersions(this.database);
  readonly drafts = new ServiceDrafts(this.database);

  /** All services by name, including invalid ones. */
  list(database: Database = this.database): Promise<StoredService[]> {
    return database.query<StoredService>(`select ${COLUMNS} from gi_webservice_config order by name`);
  }

  /** Changes with every change of the stored services. */
  fingerprint(database: Database = this.database): Promise<string> {
    return fingerprint(database);
  }

  find(name: string): Promise<StoredService | undefined> {
    return findService(this.database, name);
  }

  /**
   * Adds or updates a service together with its version. If nothing would change, no version is added.
   *
   * @throws OperationError `Database.ServiceChanged`, `Database.ServiceNameTaken`
   */
  async save(service: SaveService): Promise<SavedService> {
    return this.database.withTransaction(async (transaction) => {
      const saved = await saveService(transaction, service);
      if (service.file !== undefined) await recordAppliedFile(transaction, service, service.file);
      if (saved.isChanged) await notifyServices(transaction);
      return saved;
    });
  }

  /**
   * Renames a service, which keeps its versions. Clients can only reach it by its new name.
   *
   * @returns undefined if there is no such service
   * @throws OperationError `Database.ServiceChanged`, `Database.ServiceNameTaken`
   */
  async rename(change: RenameService): Promise<SavedService | undefined> {
    return this.database.withTransaction(async (transaction) => {
      const current = await lockService(transaction, change.name);
      if (current === undefined) return undefined;
      const { newName, userID, time } = change;
      if ((await lockService(transaction, newName)) !== undefined) throw new ServiceNameTaken({ name: newName });
      await requireBase(transaction, current, change);
      await transaction.query(
        'update gi_webservice_config set name = $2, change_time = $3, change_by = $4 where id = $1',
        [current.id, newName, time, userID],
      );
      const before = await readServiceState(transaction, current);
      const versionID = await addVersion(transaction, { ...change, configID: current.id, config: current.config });
      const after = { ...before, name: newName, version: before.version + 1 };
      if (change.audit !== undefined) await recordChange(transaction, withStates(change.audit, before, after));
      await notifyServices(transaction);
      return { id: current.id, isChanged: true, versionID };
    });
  }

  /** Removes a service with its versions and debugger entries, but not the notes on its file. False if there is no such service. */
  async remove(name: string, { base, audit }: Pick<SaveService, 'base' | 'audit'> = {}): Promise<boolean> {
    return this.database.withTransaction(async (transaction) => {
      const service = await lockService(transaction, name);
      if (service === undefined) return false;
      await requireBase(transaction, service, { name, base });
      if (audit !== undefined) {
        await recordChange(transaction, withStates(audit, await readServiceState(transaction, service), undefined));
      }
      for (const statement of REMOVALS) await transaction.query(statement, [service.id]);
      await notifyServices(transaction);
      return true;
    });
  }

  /** Calls `onChange` after any change: at once for ours, within `pollSeconds` for a host's. Resolves to a function that stops it. */
  watch(onChange: () => void, pollSeconds: number): Promise<() => void> {
    return watchServices(this.database, onChange, pollSeconds);
  }
}

const REMOVALS: readonly string[] = [
  `delete from ticketgate.service_version_note where version_id in
     (select id from gi_webservice_config_history where config_id = $1)`,
  'delete from gi_webservice_config_history where config_id = $1',
  `delete from gi_debugger_entry_content where gi_debugger_entry_id in
     (select id from gi_debugger_entry where webservice_id = $1)`,
  'delete from gi_debugger_entry where webservice_id = $1',
  `with request as (delete from ticketgate.debug_entry where service_id = $1 returning bytes)
   insert into ticketgate.debug_log_size (bytes) select -sum(bytes) from request having count(*) > 0`,
  'delete from ticketgate.service_draft where service_id = $1',
  'delete from gi_webservice_config where id = $1',
];

async function findService(database: Database, name: string, lock = ''): Promise<StoredService | undefined> {
  const text = `select ${COLUMNS} from gi_webservice_config where name = $1 ${lock}`;
  return (await database.query<StoredService>(text, [name]))[0];
}

function lockService(transaction: Database, name: string): Promise<StoredService | undefined> {
  return findService(transaction, name, 'for update');
}

async function saveService(transaction: Database, service: SaveService): Promise<SavedService> {
  const current = await lockService(transaction, service.name);
  await requireBase(transaction, current, service);
  const validID = service.validID ?? current?.validID ?? 1;
  if (current?.config === service.config && current.validID === validID) {
    return { id: current.id, isChanged: false, versionID: undefined };
  }
  const before = current && (await readServiceState(transaction, current));
  const values = [service.name, service.config, validID, service.time, service.userID, service.base !== 'none'];
  const [row] = await transaction.query<{ id: number }>(
    `insert into gi_webservice_config (name, config, valid_id, create_time, create_by, change_time, change_by)
     values ($1, $2, $3, $4, $5, $4, $5)
     on conflict (name) do update set config = excluded.config, valid_id = excluded.valid_id,
       change_time = excluded.change_time, change_by = excluded.change_by where $6::boolean
     returning id`,
    values,
  );
  // Another process has added the service since it was looked up.
  if (row === undefined) throw new ServiceNameTaken({ name: service.name });
  const { id } = row;
  const versionID = await addVersion(transaction, { ...service, configID: id });
  const after = stateAfter(before, validID);
  if (service.audit !== undefined) await recordChange(transaction, withStates(service.audit, before, after));
  return { id, isChanged: true, versionID };
}

/** The number of the current version, and whether it is active. */
async function readServiceState(transaction: Database, { id, validID }: StoredService) {
  const newest = await newestVersion(transaction, id);
  return { version: newest?.number ?? 0, enabled: validID === 1 };
}

function stateAfter(before: { readonly version: number } | undefined, validID: number) {
  return { version: (before?.version ?? 0) + 1, enabled: validID === 1 };
}

/** Adds the states; members that the entry already has take precedence. */
function withStates(entry: AuditEntry, before: Data | undefined, after: Data | undefined): AuditEntry {
  return { ...entry, before: before && { ...before, ...entry.before }, after: after && { ...after, ...entry.after } };
}

async function notifyServices(transaction: Database): Promise<void> {
  await transaction.query('select pg_notify($1, $2)', [SERVICES_CHANNEL, '']);
}
