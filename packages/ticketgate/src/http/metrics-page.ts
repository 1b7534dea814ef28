import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { readListenAddress, type ReadMetrics } from '@ticketgate/runtime';

import { listenAt } from './listen-at.js';
import { refuseUnknown, sendError } from './send-error.js';

const DENIED = [
  'Server.MetricsDenied',
  'The metrics need the token of metrics.token: send it as "Authorization: Bearer <token>".',
] as const;

/** Answers with the metrics: to everybody without a token, otherwise to those who send it as `Authorization: Bearer …`. */
export function metricsPage(read: ReadMetrics, token: string | null): RequestListener {
  return (request, response) => {
    if (token !== null && !hasToken(request, token)) {
      sendError(response.setHeader('WWW-Authenticate', 'Bearer'), 401, DENIED);
      return;
    }
    read().then(
      (text) => {
        response.writeHead(200, {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
          'Cache-Control': 'no-store',
        });
        response.end(text);
      },
      () => response.writeHead(503).end(),
    );
  };
}

/** Both are hashed, so that comparing them takes the same time whatever was sent. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}

/**
 * Serves the metrics at an address of their own.
 *
 * @param listen `host:port`, or a port of this machine
 * @returns a function that ends it
 * @throws StartError `Server.MetricsAddressInUse`, `Server.AddressUnusable`
 */
export async function listenForMetrics(listen: string, page: RequestListener): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/metrics') page(request, response);
    else refuseUnknown(request, response, 'GET /metrics has the metrics.');
  });
  await listenAt(server, readListenAddress(listen), 'metrics.listen');
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
