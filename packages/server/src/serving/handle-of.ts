import type { Server } from 'node:net';

/** The listening socket itself. */
export interface ListeningHandle {
  /** At once, unlike the server that it belongs to. */
  close(): void;
}

/** @returns undefined where the server does not listen */
export function handleOf(server: Server): ListeningHandle | undefined {
  // Node's types do not have this member.
  return (server as unknown as { readonly _handle: ListeningHandle | null })._handle ?? undefined;
}
