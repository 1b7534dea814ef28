import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { UnsentAnswers } from '@ticketgate/gateway';
import type { Configuration } from '@ticketgate/runtime';

import type { Certificate } from './certificate.js';
import { OpenConnections } from './open-connections.js';

const POLL_MILLISECONDS = 25;
const MOST_FOR_HEADERS = 60_000;
const MOST_BETWEEN_LOOKS = 30_000;
/** Checks for late requests during the time limit of one. */
const LOOKS = 10;
/** A client that has not used its connection for this long gets no answer that could announce the end. */
const IDLE_MILLISECONDS = 200;

/** HTTP on connections that another part accepts. */
export interface HttpServer {
  take(socket: Socket): void;
  /** New connections get this certificate. */
  useCertificate(certificate: Certificate): void;
  /** Whether requests wait for their answers. */
  readonly isAnswering: boolean;
  /** From now on, every answer announces that it is the last one on its connection. */
  announceEnd(): void;
  /** Waits for running requests at most `seconds`, and cuts what is left. Returns whether all ended in time. */
  stop(seconds: number): Promise<boolean>;
}

interface HttpOptions {
  readonly http: Configuration['http'];
  /** Undefined speaks plain HTTP. */
  readonly certificate: Certificate | undefined;
  readonly unsent: UnsentAnswers;
}

export function createHttpServer({ http, certificate, unsent }: HttpOptions, listener: RequestListener): HttpServer {
  const connections = new OpenConnections(listener, unsent);
  const options = { maxHeaderSize: http.maxHeaderSize, ...timeLimits(http) };
  const secure =
    certificate && createSecureServer({ ...options, ...certificate, minVersion: 'TLSv1.2' }, connections.answer);
  const server = secure ?? createServer(options, connections.answer);
  // By default Node silently drops headers after the first thousand, and a proxy writes its own last.
  server.maxHeadersCount = 0;
  server.on(secure === undefined ? 'connection' : 'secureConnection', (socket: Socket) => connections.add(socket));
  // Node begins to look after its time limits here; it never listens itself.
  server.emit('listening');
  return {
    take: (socket) => server.emit('connection', socket),
    useCertificate: (next) => secure?.setSecureContext(next),
    get isAnswering() {
      return connections.isAnswering;
    },
    announceEnd() {
      connections.announceEnd();
    },
    async stop(seconds) {
      connections.announceEnd();
      const isInTime = await drain(connections, seconds);
      server.close();
      return isInTime;
    },
  };
}

/** In milliseconds; 0 is none. */
function timeLimits({ requestTimeout: seconds, keepAliveTimeout }: Configuration['http']) {
  const requestTimeout = seconds * 1000;
  const headersTimeout = Math.min(MOST_FOR_HEADERS, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    handshakeTimeout: headersTimeout || MOST_FOR_HEADERS,
    keepAliveTimeout: keepAliveTimeout * 1000,
    // How often Node looks for requests that have taken too long.
    connectionsCheckingInterval: Math.min(MOST_BETWEEN_LOOKS, requestTimeout / LOOKS) || MOST_BETWEEN_LOOKS,
  };
}

async function drain(connections: OpenConnections, seconds: number): Promise<boolean> {
  const patience = Date.now() + seconds * 1000;
  while (!connections.isEmpty) {
    if (Date.now() > patience) {
      connections.cut();
      return false;
    }
    await wait(POLL_MILLISECONDS);
    // After the sockets were read: on a busy machine a request may have been there for longer than the timer took.
    await setImmediate();
    connections.closeIdle(IDLE_MILLISECONDS);
  }
  return true;
}
