import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { createError } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';
import type { Certificate } from '../http/certificate.js';

export const AddressInUse = createError<{ host: string; port: number }>(
  'Server.AddressInUse',
  ({ host, port }) =>
    `Another program listens on ${host}:${port}. Stop it, or choose another port: PORT=8081 npm start, or http.port in config/gateway.yml.`,
  500,
);

const POLL_MILLISECONDS = 25;

/** The listening socket. */
export interface HttpServer {
  /** Differs from the configured one when that is 0. */
  readonly port: number;
  /** New connections get this certificate. */
  useCertificate(certificate: Certificate): void;
  /** Stops accepting, waits for running requests at most `seconds`, and cuts what is left. Returns whether all ended in time. */
  stop(seconds: number): Promise<boolean>;
}

export interface ListenOptions {
  readonly http: Configuration['http'];
  /** Undefined speaks plain HTTP. */
  readonly certificate: Certificate | undefined;
}

/** @throws OperationError `Server.AddressInUse` */
export async function listen({ http, certificate }: ListenOptions, listener: RequestListener): Promise<HttpServer> {
  const options = { maxHeaderSize: http.maxHeaderSize, keepAlive: true, noDelay: true };
  const secure = certificate && createSecureServer({ ...options, ...certificate, minVersion: 'TLSv1.2' }, listener);
  const server = secure ?? createServer(options, listener);
  server.requestTimeout = http.requestTimeout * 1000;
  server.headersTimeout = Math.min(60_000, http.requestTimeout * 1000);
  server.keepAliveTimeout = http.keepAliveTimeout * 1000;
  await listening(server, http);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : http.port,
    useCertificate: (next) => secure?.setSecureContext(next),
    stop: (seconds) => stop(server, seconds),
  };
}

function listening(server: Server, { host, port }: Configuration['http']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(isTaken ? new AddressInUse({ host, port }, error) : error);
    });
    server.listen(port, host, resolve);
  });
}

async function stop(server: Server, seconds: number): Promise<boolean> {
  const closed = new Promise<true>((resolve) => {
    server.close(() => {
      resolve(true);
    });
  });
  const patience = Date.now() + seconds * 1000;
  while (Date.now() < patience) {
    // Connections that are kept alive become idle one by one, as their last request ends.
    server.closeIdleConnections();
    if ((await Promise.race([closed, wait(POLL_MILLISECONDS)])) === true) return true;
  }
  server.closeAllConnections();
  return false;
}
