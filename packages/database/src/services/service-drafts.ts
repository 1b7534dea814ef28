import type { Data } from '@ticketgate/sdk';

import { recordChange, type AuditEntry } from '../audit-log.js';
import { TableAccess } from '../table-access.js';

/** A definition that waits to be published; a service has one at most. */
export interface ServiceDraft {
  /** YAML text, which may have mistakes. */
  readonly definition: string;
  /** The version that it was made from. */
  readonly base: number;
  /** Another number after each change; none comes back, not even in the next draft of the service. */
  readonly revision: number;
  /** Login of who saved it last. */
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
  /** Name of its web service. */
  readonly service: string;
}

const COLUMNS = ['definition', 'base_version as base', 'revision', 'author', 'changed_at as changedAt'];

export class ServiceDrafts extends TableAccess {
  /** Ids of the services that have a draft. */
  async services(): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ id: number }>('select service_id as id from ticketgate.service_draft');
    return new Set(rows.map(({ id }) => id));
  }

  /** Who saved which draft last, and when. */
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
   * Saves a change of the draft of that revision; without one, a first draft. The audit log has what is published of it.
   *
   * @returns undefined if it has another revision now
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
   * Without `audit` where something else says that it is gone.
   *
   * @returns false if it has another revision now, or is gone
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

/** The audit entry of a draft, without its text, which may have secrets. */
function describeDraft({ author, base, revision, definition: { length } }: ServiceDraft): Data {
  return { author, base, revision, characters: length };
}
