import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '@ticketgate/database/postgres';
import type { Events } from '@ticketgate/sdk';

import { makeOnce } from '../system/make-once.js';

/** Notifies processes that an attempt of a call for which a client waits has ended. The payload is the id of its event. */
export const CALL_ENDED = 'ticketgate_call';

/** Milliseconds between two checks, since notifications may be lost with a connection. */
const CHECK_INTERVAL = 500;

/**
 * Lets requests wait for the invoker calls that they have caused.
 *
 * @param seconds most seconds that a request waits
 * @returns resolves when all calls of these events were attempted; never rejects: the write was successful
 */
export function awaitCalls(database: OpenDatabase, seconds: number): Events['settled'] {
  /** Aborted when an attempt has ended; by the id of the event. */
  const waiting = new Map<string, AbortController>();
  const listen = makeOnce(() => database.notifications.listen(CALL_ENDED, (id) => waiting.get(id ?? '')?.abort()));
  const waitFor = async (ids: readonly string[]) => {
    await listen();
    const end = performance.now() + seconds * 1_000;
    let open = ids;
    while (performance.now() < end && open.length > 0) {
      const ended = new AbortController();
      // Registered before the query, so that no notification is missed in between.
      for (const id of open) waiting.set(id, ended);
      const left = await findUnattempted(database, open);
      const pause = Math.max(0, Math.min(CHECK_INTERVAL, end - performance.now()));
      if (left.length > 0) await wait(pause, undefined, { signal: ended.signal }).catch(() => undefined);
      for (const id of open) waiting.delete(id);
      open = left;
    }
  };
  // If the database is unavailable, the calls continue without the client.
  return async (ids) => (ids.length === 0 ? undefined : waitFor(ids).catch(() => undefined));
}

/** The calls that were not attempted yet. It does not see, and so does not wait for, events of an open transaction. */
async function findUnattempted(database: OpenDatabase, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `select id::text as id from ticketgate.event
     where id = any($1::bigint[]) and dead_since is null and error is null`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
