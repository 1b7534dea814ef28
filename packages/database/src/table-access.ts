import type { Database } from '@ticketgate/sdk';

/** Whoever reads and writes some of the tables. */
export abstract class TableAccess<Access extends Database = Database> {
  protected readonly database: Access;

  constructor(database: Access) {
    this.database = database;
  }
}
