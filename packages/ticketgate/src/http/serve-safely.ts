import type { RequestListener } from 'node:http';
import type { UnsentAnswers } from '@ticketgate/gateway';
import type { System } from '@ticketgate/runtime';

import type { CertificateFiles } from './certificate.js';
import { createHttpServer, type HttpServer } from './http-server.js';
import { refusePlainHttp, type PlainHttpPolicy } from './plain-http.js';
import { refuseTarget, settleTarget } from './request-target.js';

interface SafeOptions {
  readonly policy: PlainHttpPolicy;
  /** Undefined: plain HTTP. */
  readonly certificate: CertificateFiles | undefined;
  readonly unsent: UnsentAnswers;
}

/** Passes on requests that mean the same to proxies and to us, and whose credentials the network has not seen. */
export function serveSafely(
  { configuration: { http: options }, closing, logger }: System,
  { policy, certificate, unsent }: SafeOptions,
  listener: RequestListener,
): HttpServer {
  const http = createHttpServer({ http: options, certificate: certificate?.current, unsent }, (request, response) => {
    const flaw = settleTarget(request, policy);
    if (flaw !== undefined) refuseTarget(response, flaw);
    else if (policy.isAllowed(request)) listener(request, response);
    else refusePlainHttp(response);
  });
  if (certificate !== undefined) {
    certificate.follow((next) => http.useCertificate(next), logger);
    closing.add('the watched certificate', () => certificate.close());
  }
  return http;
}
