import { isUtf8 } from 'node:buffer';
import type { RestRequester } from '@ticketgate/definition';
import { decodeUTF8, parseJson } from '@ticketgate/gateway';
import { isData, isTrue } from '@ticketgate/sdk';

import { withoutCredentials } from '../http/address.js';
import { isSuccess, jsonSink } from '../http/answer-body.js';
import type {
  AnswerOptions,
  AnswerReader,
  OutgoingRequest,
  InvokerTransport,
  InvokerTransportType,
  RequestParts,
  AnswerUse,
  DebugTrace,
  ReceivedAnswer,
  RemoteData,
} from '../http/invoker-transport.js';
import { makeRequest } from './outgoing-request.js';
import { failed, recordAnswer } from '../http/received-answer.js';

/** HTTP::REST: JSON at an address of each invoker. */
export const restTransport: InvokerTransportType = {
  open: (definition) => (definition.kind === 'rest' ? new RestTransport(definition.http) : undefined),
};

class RestTransport implements InvokerTransport {
  readonly http: RestRequester;
  readonly streams = 'any text';

  constructor(rest: RestRequester) {
    this.http = rest;
  }

  makeRequest(parts: RequestParts): OutgoingRequest {
    return makeRequest(this.http, parts);
  }

  openAnswer({ method, address }: OutgoingRequest, { answers, answerUse: use, trace }: AnswerOptions): AnswerReader {
    const request = { method, address, host: withoutCredentials(this.http.host) };
    return {
      begin: ({ status }) => jsonSink(answers, isSuccess(status)),
      read: (answer) => readAnswer(answer, { request, use, trace }),
    };
  }
}

interface RequestOfAnswer extends Pick<OutgoingRequest, 'method' | 'address'> {
  /** `Host` of the definition, without credentials. */
  readonly host: string;
}

interface ReadingOptions {
  readonly request: RequestOfAnswer;
  readonly use: AnswerUse;
  readonly trace: DebugTrace;
}

/**
 * Reads the data of a response.
 *
 * @throws CallFailure unless the response is successful and has the content that is needed
 */
async function readAnswer(answer: ReceivedAnswer, options: ReadingOptions): Promise<RemoteData> {
  const { status, body } = answer;
  const { use, trace } = options;
  if (!isSuccess(status)) {
    const message = `${aboutOf(options)} Response code '${status}'.${body.length === 0 ? ' No content provided.' : ''}`;
    throw failed(message, answer);
  }
  if (use !== 'ignored' && status !== 204) return readContent(answer, options);
  return { data: undefined, isLarge: recordAnswer(body, trace) };
}

async function readContent(answer: ReceivedAnswer, options: ReadingOptions): Promise<RemoteData> {
  const { body, failure } = answer;
  const isNeeded = options.use === 'needed' || failure !== undefined;
  if (body.length === 0 && isNeeded) throw failed(' No content provided.', answer, { problem: 'The answer is empty.' });
  const isLarge = recordAnswer(body, options.trace);
  // Decoding would turn invalid UTF-8 into U+FFFD, which JSON may contain.
  const data = failure === undefined && isUtf8(body) ? parseJson(await decodeUTF8(body)) : undefined;
  if (!isNeeded) return { data: isData(data) || Array.isArray(data) ? data : undefined, isLarge };
  if (isTrue(data)) return { data, isLarge };
  const message = `${aboutOf(options)} Error while parsing JSON data.`;
  throw failed(message, answer, { problem: 'The answer is not JSON with content.' });
}

function aboutOf({ request: { method, host, address } }: ReadingOptions): string {
  return `Error while performing REST '${method}' request to Controller '${address}' on Host '${host}'.`;
}
