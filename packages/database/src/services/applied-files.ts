import { createHash } from 'node:crypto';
import type { Database } from '@ticketgate/sdk';

import { TableAccess } from '../table-access.js';

/** A folder of definition files on one machine. */
export interface FolderPlace {
  readonly machine: string;
  readonly folder: string;
}

/** The content that was last applied from the definition file of a service. */
export interface AppliedFile {
  readonly serviceName: string;
  readonly sha256: string;
  /** The folder of the file; null if an earlier version applied it. */
  readonly folder: string | null;
  /** The machine that applied it; null if an earlier version applied it. */
  readonly machine: string | null;
  /** Whether the service was disabled because its file is gone. */
  readonly isDisabled: boolean;
  /** Digests of all contents ever applied from files of the service, including the current one. */
  readonly contents: readonly string[];
}

export interface FileNote extends FolderPlace {
  /** Whether the service is disabled because the file is gone. */
  readonly isGone: boolean;
}

const SELECT = `select service_name as "serviceName", content_sha256 as sha256, folder, machine, is_disabled as "isDisabled",
  array(select content_sha256 from ticketgate.applied_content where service_name = file.service_name) as contents
from ticketgate.applied_file file`;

/** Notes on definition files, one per web service that came from a file. */
export class AppliedFiles extends TableAccess {
  list(): Promise<AppliedFile[]> {
    return this.database.query<AppliedFile>(`${SELECT} order by service_name`);
  }

  async find(serviceName: string): Promise<AppliedFile | undefined> {
    const [file] = await this.database.query<AppliedFile>(`${SELECT} where service_name = $1`, [serviceName]);
    return file;
  }

  /** Treats the service as if it had not come from a file. */
  async forget(serviceName: string): Promise<void> {
    await this.database.knex('ticketgate.applied_file').where({ service_name: serviceName }).delete();
  }
}

/** Notes which file and content a version was applied from. */
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

/** The digest by which contents of definition files are compared. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
