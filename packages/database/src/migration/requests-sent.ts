import type { Migration } from '@ticketgate/sdk';

export const requestsSent: Migration = {
  name: 'database/020-requests-sent',
  why: 'Requests that invokers send are counted beside those that web services answer.',
  schema: 'ticketgate',
  async up(database) {
    await database.query(`alter table ticketgate.request_count add column type text not null default 'Provider'`);
  },
};
