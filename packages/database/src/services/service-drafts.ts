import type { Data } from '@ticketgate/sdk';

import { recordChange, type AuditEntry } from '../audit-log.js';
import { TableAccess } from '../table-access.js';

/** A definition that waits to be published; a service has at most one. */
export interface ServiceDraft {
  /** YAML text, which may have mistakes. */
  readonly definition: string;
  /** The version that it is based on. */
  readonly base: number;
  /** A new number after each change; numbers are never reused, not even by the next draft of the service. */
  readonly revision: number;
  /** Login of the last person who saved it. */
  readonly author: string;
  readonly changedAt: Date;
}

export interface SaveDraft extends Pick<ServiceDraft, 'definition' | 'base' | 'author'> {
  readonly serviceID: number;
  /** The revision that was changed; undefined: there was no draft. */
  readonly revision: number | undefined;
}

/** A draft without its text. */
export interface SavedDraft extends Pick<ServiceDraft, 'author' | 'changedAt'> {
  readonly service: string;
}

const COLUMNS = ['definition', 'base_version as base', 'revision', 'author', 'changed_at as changedAt'];

export class ServiceDrafts extends TableAccess {
  async services(): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ id: number }>('select service_id as id from ticketgate.service_draft');
    return new Set(rows.map(({ id }) => id));
  }

  /** The author and time of each draft's last change. */
  saved(): Promise<SavedDraft[]> {
    return this.database.query<SavedDraft>(
      `select service.name as service, draft.author, draft.changed_at as "changedAt"
       from ticketgate.service_draft draft join gi_webservice_config service on service.id = draft.service_id`,
    );
  }

  async find(serviceID: number): Promise<ServiceDraft | undefined> {
    return this.#drafts().where({ service_id: serviceID }).first<ServiceDraft | undefined>(COLUMNS);
  }

  /**
   * Saves a change to the draft with that revision, or a first draft if there is no revision. The audit log only records published definitions.
   *
   * @returns undefined if the draft now has another revision
   */
  async save({ serviceID, definition, base, author, revision }: SaveDraft): Promise<ServiceDraft | undefined> {
    const columns = { definition, base_version: base, author };
    const { knex } = this.database;
    const [saved] = await (
      revision === undefined
        ? this.#drafts()
            .insert({ service_id: serviceID, ...columns })
            .onConflict('service_id')
            .ignore()
        : this.#drafts()
            .where({ service_id: serviceID, revision })
            .update({ ...columns, revision: knex.raw('default'), changed_at: knex.fn.now() })
    ).returning<ServiceDraft[]>(COLUMNS);
    return saved;
  }

  #drafts(database = this.database) {
    return database.knex('ticketgate.service_draft');
  }

  /**
   * Removes a draft. Leave `audit` out if another entry records its removal.
   *
   * @returns false if the draft now has another revision, or is gone
   */
  async remove(serviceID: number, revision: number, audit?: AuditEntry): Promise<boolean> {
    return this.database.withTransaction(async (transaction) => {
      const [removed] = await this.#drafts(transaction)
        .where({ service_id: serviceID, revision })
        .delete()
        .returning<ServiceDraft[]>(COLUMNS);
      if (removed === undefined) return false;
      if (audit !== undefined) await recordChange(transaction, { ...audit, before: describeDraft(removed) });
      return true;
    });
  }
}

/** The audit entry of a draft, without its text, which may contain secrets. */
function describeDraft({ author, base, revision, definition: { length } }: ServiceDraft): Data {
  return { author, base, revision, characters: length };
}
