import { ADMINISTRATORS, type Database } from '@ticketgate/sdk';
import { hasTable } from '@ticketgate/database/postgres';

import { ShortCache } from '../short-cache.js';

/** Milliseconds that an answer is used: logins notice the beginning and the end of maintenance within 2 s. */
const MEMORY = { maxAge: 1_000, bytes: 1_000 };

/** The times in which a host system is closed for maintenance. */
export class Maintenance {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #memory: ShortCache<boolean>;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
    this.#memory = new ShortCache({ ...MEMORY, now });
  }

  /** Whether the host is closed right now; hosts without the table never are. Asked for every login to an attached system. */
  isOn(): Promise<boolean> {
    return this.#memory.getOrLoad('host', () => this.#ask());
  }

  async #ask(): Promise<boolean> {
    if (!(await hasTable(this.#database, 'system_maintenance'))) return false;
    const seconds = Math.floor(this.#now().getTime() / 1000);
    const rows = await this.#database.query(
      'select 1 from system_maintenance where valid_id = 1 and start_date <= $1 and stop_date >= $1 limit 1',
      [seconds],
    );
    return rows.length > 0;
  }

  /** During maintenance, only administrators may log in. */
  async mayPass(agentID: number): Promise<boolean> {
    const rows = await this.#database.query(
      `select 1 from group_user
       join groups_table on groups_table.id = group_user.group_id and groups_table.name = $2 and groups_table.valid_id = 1
       where group_user.user_id = $1 and group_user.permission_key in ('move_into', 'rw') limit 1`,
      [agentID, ADMINISTRATORS.group],
    );
    return rows.length > 0;
  }
}
