import type { RequestListener } from 'node:http';
import type { UnsentAnswers } from '@ticketgate/gateway';
import type { System } from '@ticketgate/runtime';

import type { CertificateFiles } from './certificate.js';
import { createHttpServer, type HttpServer } from './http-server.js';
import type { PlainHttpPolicy } from './plain-http.js';
import { settleTarget } from './request-target.js';
import { sendError } from './send-error.js';

interface SafeOptions {
  readonly policy: PlainHttpPolicy;
  /** Undefined: plain HTTP. */
  readonly certificate: CertificateFiles | undefined;
  readonly unsent: UnsentAnswers;
}

const PLAIN_HTTP = [
  'Server.PlainHttpRefused',
  'Plain HTTP is answered on loopback only. Use HTTPS, and change the credentials that this request exposed.',
] as const;

/** Passes on requests that mean the same to proxies and to us, and whose credentials the network has not seen. */
export function serveSafely(
  { configuration: { http: options }, closing, logger }: System,
  { policy, certificate, unsent }: SafeOptions,
  listener: RequestListener,
): HttpServer {
  const http = createHttpServer({ http: options, certificate: certificate?.current, unsent }, (request, response) => {
    const flaw = settleTarget(request, policy);
    if (flaw === undefined && policy.isAllowed(request)) listener(request, response);
    else {
      response.setHeader('Connection', 'close');
      if (flaw === undefined) sendError(response, 403, PLAIN_HTTP);
      else sendError(response, 400, ['Server.BadRequest', flaw]);
    }
  });
  if (certificate !== undefined) {
    certificate.follow((next) => http.useCertificate(next), logger);
    closing.add('the watched certificate', () => certificate.close());
  }
  return http;
}
