import type { Server } from 'node:net';
import { explainCause } from '@ticketgate/database';
import { errorCode } from '@ticketgate/database/postgres';
import { StartError } from '@ticketgate/sdk';

/** Options with an address: the code where another program listens there, and what to choose instead. */
const OPTIONS = {
  'http.port': ['Server.AddressInUse', 'another port: PORT=8081 npm start, or http.port'],
  'admin.listen': ['Server.AdminAddressInUse', 'another admin.listen'],
  'metrics.listen': ['Server.MetricsAddressInUse', 'another metrics.listen'],
} as const;

interface Address {
  readonly host: string;
  readonly port: number;
  readonly option: keyof typeof OPTIONS;
}

/** @throws StartError `Server.AddressInUse`, `Server.AdminAddressInUse`, `Server.MetricsAddressInUse`, `Server.AddressUnusable` */
export function listenAt(server: Server, { host, port, option }: Address): Promise<void> {
  const [taken, choice] = OPTIONS[option];
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const [code, problem] =
        errorCode(cause) === 'EADDRINUSE'
          ? [taken, `Another program listens on ${host}:${port}. Stop it, or choose ${choice}`]
          : [
              'Server.AddressUnusable',
              `The server cannot listen on ${host}:${port}: ${explainCause(cause)}. Choose another address`,
            ];
      reject(new StartError(code, `${problem} in config/gateway.yml.`, cause));
    });
    server.listen(port, host, resolve);
  });
}
