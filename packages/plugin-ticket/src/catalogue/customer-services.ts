import type { Database } from '@ticketgate/sdk';

const DEFAULT = '<DEFAULT>';

/** Ids of the services of a customer user; those of the pseudo login `<DEFAULT>` if it has none of its own. */
export async function customerServiceIDs(database: Database, login: string): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ login: string; service_id: number }>(
    'select customer_user_login as login, service_id from service_customer_user where customer_user_login = any($1)',
    [[login, DEFAULT]],
  );
  const own = rows.filter((row) => row.login === login);
  return new Set((own.length > 0 ? own : rows).map(({ service_id }) => service_id));
}
