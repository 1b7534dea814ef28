import type { Server } from 'node:net';
import { explainCause } from '@ticketgate/database';
import { errorCode } from '@ticketgate/database/postgres';
import type { Configuration } from '@ticketgate/runtime';
import { StartError } from '@ticketgate/sdk';

type Address = Pick<Configuration['http'], 'host' | 'port'>;

/** Options with an address: the code where another program listens there, and what to choose instead. */
const OPTIONS = {
  'http.port': ['Server.AddressInUse', 'another port: PORT=8081 npm start, or http.port'],
  'admin.listen': ['Server.AdminAddressInUse', 'another admin.listen'],
  'metrics.listen': ['Server.MetricsAddressInUse', 'another metrics.listen'],
} as const;

/** @throws StartError `Server.AddressInUse`, `Server.AdminAddressInUse`, `Server.MetricsAddressInUse`, `Server.AddressUnusable` */
export function listenAt(server: Server, { host, port }: Address, option: keyof typeof OPTIONS): Promise<void> {
  const [taken, choice] = OPTIONS[option];
  const place = `${host}:${port}`;
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const isTaken = errorCode(cause) === 'EADDRINUSE';
      const problem = isTaken
        ? `Another program listens on ${place}. Stop it, or choose ${choice}`
        : `The server cannot listen on ${place}: ${explainCause(cause)}. Choose another address`;
      reject(new StartError(isTaken ? taken : 'Server.AddressUnusable', `${problem} in config/gateway.yml.`, cause));
    });
    server.listen(port, host, resolve);
  });
}
