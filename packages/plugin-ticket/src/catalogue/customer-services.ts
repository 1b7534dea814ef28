import type { Database } from '@ticketgate/sdk';

const DEFAULT = '<DEFAULT>';

/** Reads the ids of a customer user's services; without services of its own, it has those of the pseudo login `<DEFAULT>`. */
export async function customerServiceIDs(database: Database, login: string): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ login: string; service_id: number }>(
    'select customer_user_login as login, service_id from service_customer_user where customer_user_login = any($1)',
    [[login, DEFAULT]],
  );
  const own = rows.filter((row) => row.login === login);
  return new Set((own.length > 0 ? own : rows).map(({ service_id }) => service_id));
}
