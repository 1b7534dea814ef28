import type { RequesterTransport, RestRequester } from '@ticketgate/definition';
import type { Data } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import type { OutgoingBody, StreamedTexts } from '../streamed-texts.js';
import type { Connections } from './connections.js';
import { makeRequest, withoutCredentials, type OutgoingRequest, type Say } from './outgoing-request.js';
import { readAnswer, type RemoteData } from './read-answer.js';
import { sendRequest, type ReceivedAnswer } from './send-request.js';

/** A request that was sent, or would be. */
export interface SentRequest {
  readonly request: OutgoingRequest;
  /** Undefined: it was only shown. */
  readonly answer: ReceivedAnswer | undefined;
  readonly milliseconds: number;
}

export interface Performing {
  readonly invoker: string;
  readonly data: Data;
  /** Long texts that the data has placeholders for. */
  readonly texts: StreamedTexts;
  readonly userAgent: string;
  readonly connections: Connections;
  readonly signal: AbortSignal;
  /** Headers of this call, for example its Idempotency-Key; those of the definition win. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that depend on the body. */
  readonly sign: ((body: OutgoingBody) => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Bytes of a body; undefined for any. */
  readonly maxBody: number | undefined;
  /** Only makes the request. */
  readonly isDryRun: boolean;
  readonly say: Say;
  readonly onSent: (sent: SentRequest) => void;
}

export interface Performed extends RemoteData {
  readonly remaining: Data;
}

/**
 * Sends data to another system and reads what it answers.
 *
 * @throws CallFailure when the definition is incomplete, or the other system did not answer as it should
 */
export async function perform(transport: RequesterTransport, performing: Performing): Promise<Performed> {
  const rest = restOf(transport);
  const { say, onSent, isDryRun } = performing;
  const made = makeRequest(rest, performing);
  checkSize(Math.max(made.path.length, made.body?.length ?? 0), performing.maxBody);
  const signature = await performing.sign?.(made.body ?? Buffer.alloc(0));
  const request = { ...made, headers: withOwn(made.headers, { ...performing.headers, ...signature }) };
  if (request.refused.length > 0) {
    say('Headers that are not sent', () => request.refused.join(', '));
  }
  if (isDryRun) {
    onSent({ request, answer: undefined, milliseconds: 0 });
    return { data: undefined, isLarge: false, remaining: request.remaining };
  }
  const start = performance.now();
  const answer = await sendRequest(request, { rest, ...performing });
  onSent({ request, answer, milliseconds: performance.now() - start });
  const reading = { host: withoutCredentials(rest.host), address: request.address, say };
  return { ...readAnswer(request, answer, reading), remaining: request.remaining };
}

/** @throws CallFailure for a payload that is larger than `requester.maxBody` */
export function checkSize(bytes: number, maxBody = Infinity): void {
  if (bytes <= maxBody) return;
  const message = `The payload has ${bytes} bytes, and requester.maxBody of the configuration allows ${maxBody}.`;
  throw new CallFailure('RequesterRequestPerform', message, { detail: message });
}

function restOf(transport: RequesterTransport): RestRequester {
  if (transport.kind === 'rest') return transport.rest;
  if (transport.kind === 'not-served') {
    const reason = `The transport "${transport.type}" is not served; write Type: HTTP::REST.`;
    throw new CallFailure(undefined, 'TransportObject could not be initialized', { detail: reason });
  }
  throw new CallFailure('RequesterRequestPerform', 'REST Transport: Have no Config', { isIncomplete: true });
}

function withOwn(
  headers: OutgoingRequest['headers'],
  own: Readonly<Record<string, string>>,
): OutgoingRequest['headers'] {
  const added = Object.entries(own).map(([name, value]) => [name.toLowerCase(), [name, value]] as const);
  return new Map([...added, ...headers]);
}
