import { createError, type Database } from '@ticketgate/sdk';

export const FaqNotInstalled = createError(
  'FAQ.NotInstalled',
  () => 'The system behind this service has no FAQ. Install its FAQ package, or remove the route.',
);

/** Whether the tables exist, which depends on the FAQ package of a host. */
export async function isFaqInstalled(database: Database): Promise<boolean> {
  const [found] = await database.query<{ exists: boolean }>(`select to_regclass('faq_item') is not null as exists`);
  return found?.exists === true;
}
