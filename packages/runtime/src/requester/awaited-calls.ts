import type { Database } from '@ticketgate/sdk';

/** The channel that announces the end of a call that a client waits for, by the id of its row. */
export const CALL_ENDED = 'ticketgate_call';

/** Milliseconds between two looks, for messages that are lost with a connection. */
const LOOK = 500;

/** What waiting needs of the system. */
interface AwaitedParts {
  readonly database: Database & {
    readonly notifications: {
      listen(channel: string, handler: (payload: string | undefined) => void): Promise<() => void>;
    };
  };
  readonly configuration: { readonly requester: { readonly syncLimit: number } };
}

/** The calls of invokers that requests of this process wait for. */
export class AwaitedCalls {
  readonly #parts: AwaitedParts;
  readonly #waiting = new Map<string, () => void>();
  #listening: Promise<() => void> | undefined;

  constructor(parts: AwaitedParts) {
    this.#parts = parts;
  }

  /** Resolves when all have been attempted, or `requester.syncLimit` is over. Never rejects: what was written is written. */
  async settled(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      await this.#wait(ids);
    } catch {
      // The database is away; the calls go on without the client.
    }
  }

  async #wait(ids: readonly string[]): Promise<void> {
    const { database, configuration } = this.#parts;
    this.#listening ??= database.notifications.listen(CALL_ENDED, (id) => this.#waiting.get(id ?? '')?.());
    await this.#listening;
    const end = performance.now() + configuration.requester.syncLimit * 1_000;
    let open = ids;
    while (performance.now() < end && open.length > 0) {
      // Before the look, so that no end is missed between the two.
      const next = this.#nextEnd(open, Math.min(LOOK, end - performance.now()));
      // Rows of a transaction that has not been committed are not seen, and not waited for.
      open = await this.#unattempted(open);
      if (open.length > 0) await next.ended;
      next.cancel();
    }
  }

  async #unattempted(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#parts.database.query<{ id: string }>(
      `select id::text as id from ticketgate.event
       where id = any($1::bigint[]) and dead_since is null and error is null`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Resolves when one of them has ended, at the latest after `milliseconds`. */
  #nextEnd(
    ids: readonly string[],
    milliseconds: number,
  ): { readonly ended: Promise<void>; readonly cancel: () => void } {
    const { promise: ended, resolve } = withResolvers();
    const timer = setTimeout(resolve, Math.max(0, milliseconds));
    for (const id of ids) this.#waiting.set(id, resolve);
    const cancel = () => {
      clearTimeout(timer);
      for (const id of ids) this.#waiting.delete(id);
    };
    return { ended, cancel };
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
