import type { Database } from '@ticketgate/sdk';

/** A definition that waits to be published; a service has one at most. */
export interface ServiceDraft {
  /** YAML text, which may have mistakes. */
  readonly definition: string;
  /** The version that it was made from. */
  readonly base: number;
  /** Counts how often it was saved. */
  readonly revision: number;
  /** Login of who saved it last. */
  readonly author: string;
  readonly changedAt: Date;
}

export interface SaveDraft extends Pick<ServiceDraft, 'definition' | 'base' | 'author'> {
  readonly serviceID: number;
}

const COLUMNS = 'definition, base_version as base, revision, author, changed_at as "changedAt"';

export class ServiceDrafts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(serviceID: number): Promise<ServiceDraft | undefined> {
    const [draft] = await this.#database.query<ServiceDraft>(
      `select ${COLUMNS} from ticketgate.service_draft where service_id = $1`,
      [serviceID],
    );
    return draft;
  }

  /**
   * Saves a change of the draft of that revision; without one, a first draft.
   *
   * @returns undefined if it has another revision now
   */
  async save(
    { serviceID, definition, base, author }: SaveDraft,
    revision: number | undefined,
  ): Promise<ServiceDraft | undefined> {
    const values = [serviceID, definition, base, author];
    const [saved] = await (revision === undefined
      ? this.#database.query<ServiceDraft>(INSERT, values)
      : this.#database.query<ServiceDraft>(UPDATE, [...values, revision]));
    return saved;
  }

  /** False if it has another revision now, or is gone. */
  async remove(serviceID: number, revision: number): Promise<boolean> {
    const removed = await this.#database.query(
      'delete from ticketgate.service_draft where service_id = $1 and revision = $2 returning revision',
      [serviceID, revision],
    );
    return removed.length > 0;
  }
}

const INSERT = `
insert into ticketgate.service_draft (service_id, definition, base_version, author) values ($1, $2, $3, $4)
on conflict (service_id) do nothing returning ${COLUMNS}`;

const UPDATE = `
update ticketgate.service_draft set definition = $2, base_version = $3, author = $4, revision = revision + 1, changed_at = now()
where service_id = $1 and revision = $5 returning ${COLUMNS}`;
