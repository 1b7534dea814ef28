import { createHash } from 'node:crypto';
import type { Database } from '@ticketgate/sdk';

import type { FolderPlace } from './definition-folders.js';

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
export class AppliedFiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<AppliedFile[]> {
    return this.#database.knex(TABLE).select<AppliedFile[]>(COLUMNS).orderBy('service_name');
  }

  async find(serviceName: string): Promise<AppliedFile | undefined> {
    return this.#database.knex(TABLE).where({ service_name: serviceName }).first<AppliedFile | undefined>(COLUMNS);
  }

  /** As if no file had made the service. */
  async forget(serviceName: string): Promise<void> {
    await this.#database.knex(TABLE).where({ service_name: serviceName }).delete();
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
