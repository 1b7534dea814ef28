import { createError, type Database, type PluginHost } from '@ticketgate/sdk';
import { hasTable } from '@ticketgate/database/postgres';

export const FaqNotInstalled = createError(
  'FAQ.NotInstalled',
  () => 'The system behind this service has no FAQ. Install its FAQ package, or remove the route.',
);

/** Whether the tables exist, which depends on the FAQ package of a host. */
export const isFaqInstalled = (database: Database) => hasTable(database, 'faq_item');

/** The services of the FAQ operations. */
export type FaqServices = Awaited<ReturnType<typeof startFaq>>;

export async function startFaq(host: PluginHost) {
  const installed = host.snapshot('installed', isFaqInstalled);
  if (host.isAttached && !(await installed.current())) {
    host.logger.warn('the host system has no FAQ: its operations answer FAQ.NotInstalled');
  }
  return { installed };
}
