import {
  DestinationRefused,
  type HttpRequester,
  type RequesterTransport as TransportDefinition,
} from '@ticketgate/definition';
import { isOperationError, MASK, type Data } from '@ticketgate/sdk';

import { toCallFailure, performFailure } from './call-failure.js';
import type { CallParts, InvokerCall, SentRequest } from './invoker-call.js';
import type {
  AnswerHead,
  AnswerOptions,
  AnswerReader,
  OutgoingRequest,
  RemoteData,
  InvokerTransport,
  RequestParts,
  ReceivedAnswer,
} from './http/invoker-transport.js';
import { sendRequest } from './http/send-request.js';
import { openTransport } from './open-invoker-transport.js';

interface PerformOptions
  extends
    RequestParts,
    AnswerOptions,
    Pick<CallParts, 'connections' | 'tokens' | 'maxBody'>,
    Pick<InvokerCall, 'signal' | 'headers' | 'sign' | 'isDryRun'> {
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
export async function perform(definition: TransportDefinition, options: PerformOptions): Promise<PerformResult> {
  const transport = openTransport(definition);
  const { http } = transport;
  const { trace, onSent, isDryRun } = options;
  const made = transport.makeRequest(options);
  checkSize(Math.max(made.path.length, made.body?.length ?? 0), options.maxBody);
  const signature = await options.sign?.(made.body ?? Buffer.alloc(0));
  const request = { ...made, headers: addHeaders(made.headers, { ...options.headers, ...signature }) };
  const { refused, remaining } = request;
  if (refused.length > 0) trace.debug('Headers that are not sent', () => refused.join(', '));
  if (isDryRun === true) {
    const reason = await options.connections.refusal(http, request.origin);
    onSent({ request: withToken(request, http, MASK), answer: undefined, milliseconds: 0, refused: reason });
    return { data: undefined, isLarge: false, remaining };
  }
  const { answer, reader } = await sendAuthorized(request, transport, options);
  return { ...(await reader.read(answer)), remaining };
}

/** Sends the request with its token. One that the other system refuses may have been revoked, and is renewed once. */
async function sendAuthorized(
  request: OutgoingRequest,
  transport: InvokerTransport,
  options: PerformOptions,
): Promise<{ readonly answer: ReceivedAnswer; readonly reader: AnswerReader }> {
  const { tokens, onSent } = options;
  const { http } = transport;
  const send = async (token: string) => {
    const authorized = withToken(request, http, token);
    const start = performance.now();
    const reader = transport.openAnswer(request, options);
    const begin = (head: AnswerHead) => reader.begin(head);
    const answer = await sendRequest(authorized, { http, begin, ...options }).catch((error: unknown) => {
      throw isOperationError(error) ? toCallFailure('RequesterRequestPerform', error) : error;
    });
    const milliseconds = performance.now() - start;
    if (answer instanceof DestinationRefused) {
      onSent({ request: authorized, answer: undefined, milliseconds, refused: answer.reason });
      throw performFailure(`The request was not sent: ${answer.message}`);
    }
    onSent({ request: authorized, answer, milliseconds });
    return { answer, reader };
  };
  if (http.token === undefined) return send('');
  const { token, isNew } = await tokens.get(http.token, http);
  const sent = await send(token);
  if (sent.answer.status !== 401 || isNew) return sent;
  await tokens.forget(http.token, http, token);
  return send((await tokens.get(http.token, http)).token);
}

/** Where a header has Znuny's placeholder of a token. Without a token, nothing stands there. */
const PLACEHOLDER = /<OTRS_(?:JWT|OAUTH2_TOKEN)>/g;

function withToken(request: OutgoingRequest, { token: definition }: HttpRequester, token: string): OutgoingRequest {
  const fill = (value: string) => value.replace(PLACEHOLDER, () => (definition === undefined ? '' : token));
  const filled = new Map([...request.headers].map(([key, [name, value]]) => [key, [name, fill(value)] as const]));
  const more = definition === undefined ? {} : { Authorization: `Bearer ${token}` };
  return { ...request, token, headers: addHeaders(filled, more) };
}

/** @throws CallFailure for a payload larger than `requester.maxBody` */
export function checkSize(bytes: number, maxBody = Infinity): void {
  if (bytes <= maxBody) return;
  const message = `The payload has ${bytes} bytes, and requester.maxBody of the configuration allows ${maxBody}.`;
  throw performFailure(message, { detail: message });
}

/** Existing headers are not replaced. */
function addHeaders(
  headers: OutgoingRequest['headers'],
  more: Readonly<Record<string, string>>,
): OutgoingRequest['headers'] {
  const added = Object.entries(more).map(([name, value]) => [name.toLowerCase(), [name, value]] as const);
  return new Map([...added, ...headers]);
}
