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
  for (let copy = 0; copy < COPIES; copy += 1) mirror.send(copy, handleOf(server), () => undefined);
  return stop;
}

/** The socket itself: a server that another process receives would accept connections there. */
function handleOf(server: Server): Server {
  // Node sends handles of its own, too, but its types have neither them nor the member.
  return (server as unknown as { readonly _handle: Server })._handle;
}
