interface Waiting {
  readonly bytes: number;
  readonly owner: string;
  readonly resolve: () => void;
}

interface AcquireOptions {
  /** Who holds the bytes; all owners together hold at most the size, and each of them at most its share. */
  readonly owner?: string;
  /** Ends the waiting: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * Limits the bytes that are in use at a time. Further callers wait in the order of their calls, or of those of their owner.
 *
 * @param share most bytes of one owner
 */
export function limitBytes(size: number, share = size) {
  const held = new Map<string, number>();
  let waiting: readonly Waiting[] = [];
  let free = size;
  const hold = (owner: string, bytes: number) => {
    free -= bytes;
    const all = (held.get(owner) ?? 0) + bytes;
    if (all === 0) held.delete(owner);
    else held.set(owner, all);
  };
  const admit = () => {
    const full = new Set<string>();
    for (const next of waiting) {
      const { bytes, owner, resolve } = next;
      if ((held.get(owner) ?? 0) + bytes > share) full.add(owner);
      if (full.has(owner)) continue;
      if (bytes > free) return;
      waiting = waiting.filter((each) => each !== next);
      hold(owner, bytes);
      resolve();
    }
  };
  /** @returns the bytes to release: `needed`, or the whole share if it is not so large */
  const acquire = async (needed: number, { owner = '', signal }: AcquireOptions = {}): Promise<number> => {
    signal?.throwIfAborted();
    const bytes = Math.min(needed, share);
    await new Promise<void>((resolve, reject) => {
      const own = { bytes, owner, resolve };
      waiting = [...waiting, own];
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((each) => each !== own);
        reject(signal.reason as Error); // of AbortSignal.timeout and the like
        admit();
      });
      admit();
    });
    return bytes;
  };
  const release = (bytes: number, owner = ''): void => {
    hold(owner, -bytes);
    admit();
  };
  return { acquire, release };
}

export type ByteLimit = ReturnType<typeof limitBytes>;
