import { createHash } from 'node:crypto';
import type { Database } from '@ticketgate/sdk';

import { TableAccess } from '../table-access.js';

/** A folder of definition files on one machine. */
export interface FolderPlace {
  readonly machine: string;
  readonly folder: string;
}

/** The contents: digests by name of the service. */
export interface DefinitionFolderState extends FolderPlace {
  readonly files: Readonly<Record<string, string>>;
}

/** Seconds after which a machine that said nothing counts as gone. */
const GONE = 14;

/** The folders of definition files of all machines on the database, as these announce them, and all contents that were ever applied. */
export class DefinitionFolders extends TableAccess {
  /** Says that the machine is there, and what its folder has. */
  async announce({ machine, folder, files }: DefinitionFolderState): Promise<void> {
    await this.database.query(
      `insert into ticketgate.definition_folder (machine, folder, files, seen_at) values ($1, $2, $3, now())
       on conflict (machine, folder) do update set files = excluded.files, seen_at = now()`,
      [machine, folder, JSON.stringify(files)],
    );
  }

  /** Says that the machine is still there. What its folder has may be known better by another process of it. */
  async renew({ machine, folder }: FolderPlace): Promise<void> {
    await this.database
      .knex('ticketgate.definition_folder')
      .where({ machine, folder })
      .update({ seen_at: this.database.knex.fn.now() });
  }

  /** The machine no longer serves. What it had stays known. */
  async leave({ machine, folder }: FolderPlace): Promise<void> {
    await this.database.query(
      `update ticketgate.definition_folder set seen_at = '-infinity' where machine = $1 and folder = $2`,
      [machine, folder],
    );
  }

  /** The folder's contents when it was last announced; undefined: it never was. */
  async lastOf({ machine, folder }: FolderPlace): Promise<DefinitionFolderState['files'] | undefined> {
    const [row] = await this.database.query<Pick<DefinitionFolderState, 'files'>>(
      'select files from ticketgate.definition_folder where machine = $1 and folder = $2',
      [machine, folder],
    );
    return row?.files;
  }

  /** The folders of running machines. */
  live(): Promise<DefinitionFolderState[]> {
    return this.database.query<DefinitionFolderState>(
      `select machine, folder, files from ticketgate.definition_folder
       where seen_at >= now() - interval '${GONE} seconds' order by machine, folder`,
    );
  }

  /** Which of these contents were applied before, each as service and digest. */
  async applied(files: DefinitionFolderState['files']): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ readonly name: string }>(
      `select service_name as name from ticketgate.applied_content
       where (service_name, content_sha256) in (select * from unnest($1::text[], $2::text[]))`,
      [Object.keys(files), Object.values(files)],
    );
    return new Set(rows.map(({ name }) => name));
  }
}

/** The content that was last applied from the definition file of a service. */
export interface AppliedFile {
  readonly serviceName: string;
  readonly sha256: string;
  /** Where the file was; null for files that an earlier version applied. */
  readonly folder: string | null;
  /** Which machine applied it; null for files that an earlier version applied. */
  readonly machine: string | null;
  /** True when the service was disabled because its file is gone. */
  readonly isDisabled: boolean;
}

export interface FileNote extends FolderPlace {
  /** True when the service is disabled because the file is gone. */
  readonly isGone: boolean;
}

const TABLE = 'ticketgate.applied_file';
const COLUMNS = [
  'service_name as serviceName',
  'content_sha256 as sha256',
  'folder',
  'machine',
  'is_disabled as isDisabled',
];

/** Notes on definition files, one per web service that a file made. */
export class AppliedFiles extends TableAccess {
  list(): Promise<AppliedFile[]> {
    return this.database.knex(TABLE).select<AppliedFile[]>(COLUMNS).orderBy('service_name');
  }

  async find(serviceName: string): Promise<AppliedFile | undefined> {
    return this.database.knex(TABLE).where({ service_name: serviceName }).first<AppliedFile | undefined>(COLUMNS);
  }

  /** As if no file had made the service. */
  async forget(serviceName: string): Promise<void> {
    await this.database.knex(TABLE).where({ service_name: serviceName }).delete();
  }
}

/** Notes what a version was applied from. */
export async function recordAppliedFile(
  transaction: Database,
  { name, config }: { readonly name: string; readonly config: string },
  { folder, machine, isGone }: FileNote,
): Promise<void> {
  await transaction.query(
    `with content as (
       insert into ticketgate.applied_content (service_name, content_sha256) values ($1, $2) on conflict do nothing
     )
     insert into ticketgate.applied_file (service_name, content_sha256, folder, is_disabled, machine)
     values ($1, $2, $3, $4, $5)
     on conflict (service_name) do update set content_sha256 = excluded.content_sha256, folder = excluded.folder,
       is_disabled = excluded.is_disabled, machine = excluded.machine, applied_at = now()`,
    [name, sha256(config), folder, isGone, machine],
  );
}

/** How contents of definition files are compared. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
