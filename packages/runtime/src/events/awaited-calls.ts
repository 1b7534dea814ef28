import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@ticketgate/sdk';

/** Notifies processes that an attempt of a call has ended for which a client waits. The payload is the id of its event. */
export const CALL_ENDED = 'ticketgate_call';

/** Milliseconds between two checks, since notifications may be lost with a connection. */
const CHECK_INTERVAL = 500;

interface AwaitedParts {
  readonly database: Database & {
    readonly notifications: {
      listen(channel: string, handler: (payload: string | undefined) => void): Promise<() => void>;
    };
  };
  readonly configuration: { readonly requester: { readonly syncLimit: number } };
}

/** Lets requests wait for the invoker calls that they have caused. */
export class AwaitedCalls {
  readonly #parts: AwaitedParts;
  /** Aborted when an attempt has ended; by the id of the event. */
  readonly #waiting = new Map<string, AbortController>();
  #listening: Promise<() => void> | undefined;

  constructor(parts: AwaitedParts) {
    this.#parts = parts;
  }

  /** Resolves when all calls were attempted, at the latest after `requester.syncLimit`. Never rejects: the write was successful. */
  async settled(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      await this.#wait(ids);
    } catch {
      // The database is unavailable. The calls continue without the client.
    }
  }

  async #wait(ids: readonly string[]): Promise<void> {
    const { database, configuration } = this.#parts;
    this.#listening ??= database.notifications.listen(CALL_ENDED, (id) => this.#waiting.get(id ?? '')?.abort());
    await this.#listening;
    const end = performance.now() + configuration.requester.syncLimit * 1_000;
    let open = ids;
    while (performance.now() < end && open.length > 0) {
      const ended = new AbortController();
      // Registered before the query, so that no notification is missed in between.
      for (const id of open) this.#waiting.set(id, ended);
      const left = await this.#unattempted(open);
      const pause = Math.max(0, Math.min(CHECK_INTERVAL, end - performance.now()));
      if (left.length > 0) await wait(pause, undefined, { signal: ended.signal }).catch(() => undefined);
      for (const id of open) this.#waiting.delete(id);
      open = left;
    }
  }

  /** The calls that were not attempted yet. It does not see, and so does not wait for, events of an open transaction. */

  async #unattempted(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#parts.database.query<{ id: string }>(
      `select id::text as id from ticketgate.event
       where id = any($1::bigint[]) and dead_since is null and error is null`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }
}
