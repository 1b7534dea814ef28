import type { Database } from '@ticketgate/sdk';

export abstract class TableAccess<Access extends Database = Database> {
  protected readonly database: Access;

  constructor(database: Access) {
    this.database = database;
  }
}
