import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

import type { Answer } from './make-answer.js';

export interface SendOptions {
  readonly requestID: string;
  /** Headers of the service and of CORS. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends an answer. HEAD gets its headers only. */
export function sendAnswer(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  answer: Answer,
  { requestID, headers }: SendOptions,
): void {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all: OutgoingHttpHeaders = { ...headers, ...answer.headers, 'X-Request-Id': requestID };
  if (answer.contentType !== undefined) all['Content-Type'] = answer.contentType;
  if (answer.status !== 204) all['Content-Length'] = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, all);
  response.end(request.method === 'HEAD' || answer.status === 204 ? undefined : answer.body);
}
