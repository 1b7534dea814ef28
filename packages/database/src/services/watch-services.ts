import type { Database } from '@ticketgate/sdk';

import { readValue, type OpenDatabase } from '../postgres/index.js';

/** The channel for our own changes of services. */
export const SERVICES_CHANNEL = 'ticketgate_services';

/** Our own changes are announced; those of a host, which does not know about us, are found by polling. */
export async function watchServices(
  database: OpenDatabase,
  onChange: () => void,
  pollSeconds: number,
): Promise<() => void> {
  let seen = await fingerprint(database);
  const stopListening = await database.notifications.listen(SERVICES_CHANNEL, () => onChange());
  let isLooking = false;
  const look = async () => {
    // Polls of a slow database must not pile up.
    if (isLooking) return;
    isLooking = true;
    try {
      const found = await fingerprint(database);
      if (found === seen) return;
      seen = found;
      onChange();
    } catch {
      // If the database is unavailable, the next attempt is a second later; until then, requests report it.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), pollSeconds * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopListening();
  };
}

/** Differs for any two states of the stored definitions. */
export const FINGERPRINT = `(select coalesce(md5(string_agg(
  id || ':' || name || ':' || valid_id || ':' || md5(config), ',' order by id)), '') from gi_webservice_config)`;

export async function fingerprint(database: Database): Promise<string> {
  return (await readValue<string>(database, `select ${FINGERPRINT}`)) ?? '';
}
