import type { Database } from '@ticketgate/sdk';

/** The base of classes that read and write tables. */
export abstract class TableAccess<Access extends Database = Database> {
  protected readonly database: Access;

  constructor(database: Access) {
    this.database = database;
  }
}
