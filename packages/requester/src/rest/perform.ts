import { DestinationRefused, type RequesterTransport, type RestRequester } from '@ticketgate/definition';
import { isOperationError, MASK, type Data } from '@ticketgate/sdk';

import { CallFailure, failureOf } from '../call-failure.js';
import type { OutgoingBody } from '../streamed-texts.js';
import type { AnswerLimits } from './answer-body.js';
import type { BearerTokens } from './bearer-tokens.js';
import type { Connections } from './connections.js';
import { makeRequest, withoutCredentials, type OutgoingRequest, type RequestParts } from './outgoing-request.js';
import { readAnswer, type AnswerUse, type RemoteData } from './read-answer.js';
import { sendRequest, type ReceivedAnswer } from './send-request.js';

/** A request and its response. */
export interface SentRequest {
  readonly request: OutgoingRequest;
  /** Undefined if it was not sent. */
  readonly answer: ReceivedAnswer | undefined;
  /** Why it may not be sent; undefined if it may. */
  readonly refused?: string | undefined;
  readonly milliseconds: number;
}

export interface PerformOptions extends RequestParts {
  readonly connections: Connections;
  readonly answers: AnswerLimits;
  readonly tokens: BearerTokens;
  readonly signal: AbortSignal;
  /** Headers of this call, for example its Idempotency-Key. Headers of the definition override them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Creates headers that depend on the body. */
  readonly sign: ((body: OutgoingBody) => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Most bytes of a body; undefined for no limit. */
  readonly maxBody: number | undefined;
  /** Creates the request, but does not send it. */
  readonly isDryRun: boolean;
  readonly answerUse: AnswerUse;
  readonly onSent: (sent: SentRequest) => void;
}

export interface PerformResult extends RemoteData {
  /** As in {@link OutgoingRequest}. */
  readonly remaining: Data;
}

/**
 * Sends data to another system and reads its response.
 *
 * @throws CallFailure if the definition is incomplete, or the response is not a success
 */
export async function perform(transport: RequesterTransport, options: PerformOptions): Promise<PerformResult> {
  const rest = restOf(transport);
  const { trace, onSent, isDryRun } = options;
  const made = makeRequest(rest, options);
  checkSize(Math.max(made.path.length, made.body?.length ?? 0), options.maxBody);
  const signature = await options.sign?.(made.body ?? Buffer.alloc(0));
  const request = { ...made, headers: addHeaders(made.headers, { ...options.headers, ...signature }) };
  const { method, address, refused, remaining } = request;
  if (refused.length > 0) trace.debug('Headers that are not sent', () => refused.join(', '));
  if (isDryRun) {
    const reason = await options.connections.refusal(rest, request.origin);
    onSent({ request: withToken(request, rest, MASK), answer: undefined, milliseconds: 0, refused: reason });
    return { data: undefined, isLarge: false, remaining };
  }
  const answer = await sendAuthorized(request, rest, options);
  const about = { method, address, host: withoutCredentials(rest.host) };
  return { ...(await readAnswer(answer, { request: about, use: options.answerUse, trace })), remaining };
}

/** Sends the request with its token. One that the other system refuses may have been revoked, and is renewed once. */
async function sendAuthorized(
  request: OutgoingRequest,
  rest: RestRequester,
  options: PerformOptions,
): Promise<ReceivedAnswer> {
  const { tokens, onSent } = options;
  const send = async (token: string) => {
    const authorized = withToken(request, rest, token);
    const start = performance.now();
    const answer = await sendRequest(authorized, { rest, ...options }).catch((error: unknown) => {
      throw isOperationError(error) ? failureOf('RequesterRequestPerform', error) : error;
    });
    const milliseconds = performance.now() - start;
    if (answer instanceof DestinationRefused) {
      onSent({ request: authorized, answer: undefined, milliseconds, refused: answer.message });
      throw new CallFailure('RequesterRequestPerform', `The request was not sent: ${answer.message}`);
    }
    onSent({ request: authorized, answer, milliseconds });
    return answer;
  };
  if (rest.token === undefined) return send('');
  const { token, isNew } = await tokens.get(rest.token, rest);
  const answer = await send(token);
  if (answer.status !== 401 || isNew) return answer;
  await tokens.forget(rest.token, rest, token);
  return send((await tokens.get(rest.token, rest)).token);
}

function withToken(request: OutgoingRequest, { token: definition }: RestRequester, token: string): OutgoingRequest {
  if (definition === undefined) return request;
  return { ...request, headers: addHeaders(request.headers, { Authorization: `Bearer ${token}` }) };
}

/** @throws CallFailure for a payload larger than `requester.maxBody` */
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

/** Existing headers are not replaced. */
function addHeaders(
  headers: OutgoingRequest['headers'],
  more: Readonly<Record<string, string>>,
): OutgoingRequest['headers'] {
  const added = Object.entries(more).map(([name, value]) => [name.toLowerCase(), [name, value]] as const);
  return new Map([...added, ...headers]);
}
