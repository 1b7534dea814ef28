import { spawn } from 'node:child_process';
import type { Server } from 'node:net';

/** Sends every socket back that it gets; each comes back as another handle of the same socket. */
const MIRROR = `process.on('message', (message, handle) => process.send(message, handle));`;
const COPIES = 7;

/**
 * Makes more handles of a listening socket. Node accepts one connection per handle and turn of its event loop, and cannot copy a
 * handle but by sending it to another process and back.
 *
 * @param server that listens
 * @param take receives each copy, for `listen` of another server
 * @returns the way to stop it; without the other process there are no copies
 */
export function copyListener(server: Server, take: (handle: unknown) => void): () => void {
  const mirror = spawn(process.execPath, ['-e', MIRROR], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = () => {
    mirror.kill('SIGKILL');
  };
  let received = 0;
  mirror.on('message', (_message, handle) => {
    received += 1;
    take(handle);
    if (received === COPIES) stop();
  });
  // One that cannot be started, or was stopped before it got everything.
  mirror.on('error', () => undefined);
  mirror.unref();
  mirror.channel?.unref();
  for (let copy = 0; copy < COPIES; copy += 1) {
    // Not the server: as one it would accept connections in the other process. Node's types do not know that it sends handles, too.
    mirror.send(copy, handleOf(server) as unknown as Server, () => undefined);
  }
  return stop;
}

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
