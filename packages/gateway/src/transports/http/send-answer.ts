import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { EncodedText } from '../../json/encode-json.js';
import type { Answer, Headers } from './answer.js';

export interface SendOptions {
  readonly requestID: string;
  /** Of the service; later ones win. */
  readonly headers: readonly Headers[];
}

/** Sends an answer. HEAD gets its headers only. */
export function sendAnswer(
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  answer: Answer,
  { requestID, headers }: SendOptions,
): void {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all: OutgoingHttpHeaders = {};
  // Spreads of several would take ten times as long.
  Object.assign(all, ...headers, answer.headers);
  all['X-Request-Id'] = requestID;
  if (answer.contentType !== undefined) all['Content-Type'] = answer.contentType;
  if (answer.status !== 204) all['Content-Length'] = byteLength(answer.body);
  response.writeHead(answer.status, all);
  if (request.method === 'HEAD' || answer.status === 204) response.end();
  else if (typeof answer.body === 'string') response.end(answer.body);
  else sendPieces(answer.body, response);
}

/** As fast as the client takes them. A client that goes away before the end has what it has. */
function sendPieces(pieces: readonly string[], response: ServerResponse): void {
  pipeline(Readable.from(pieces), response).catch(() => undefined);
}

function byteLength(body: EncodedText): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}
