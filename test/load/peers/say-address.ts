import type { Server } from 'node:http';

/** Tells whoever started this process where it listens. */
export function sayAddress(server: Server): void {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
}
