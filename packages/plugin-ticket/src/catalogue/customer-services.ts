import type { Database } from '@ticketgate/sdk';

/** Services that a customer may use; those of the pseudo login `<DEFAULT>` when there are none. */
export async function servicesOfCustomer(database: Database, login: string): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ service_id: number; is_own: boolean }>(
    `select service_id, customer_user_login <> '<DEFAULT>' as is_own from service_customer_user
     where lower(customer_user_login) = lower($1) or customer_user_login = '<DEFAULT>'`,
    [login],
  );
  const own = rows.filter((row) => row.is_own);
  return new Set((own.length > 0 ? own : rows).map((row) => row.service_id));
}
