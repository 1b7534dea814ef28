import { isUtf8 } from 'node:buffer';
import type { RestRequester } from '@ticketgate/definition';
import { parseJsonBytes } from '@ticketgate/gateway';
import { isData, isTrue } from '@ticketgate/sdk';

import { withoutCredentials } from '../http/address.js';
import { isSuccess, jsonSink } from '../http/answer-body.js';
import type { AnswerOptions, InvokerTransport, ReceivedAnswer, RemoteData } from '../http/invoker-transport.js';
import { makeRequest } from './outgoing-request.js';
import { failed, recordAnswer } from '../http/received-answer.js';

/** HTTP::REST: JSON at an address of each invoker. */
export function overRest(http: RestRequester): InvokerTransport {
  return {
    http,
    streams: 'any text',
    makeRequest: (parts) => makeRequest(http, parts),
    openAnswer({ method, address }, options) {
      const host = withoutCredentials(http.host);
      const about = `Error while performing REST '${method}' request to Controller '${address}' on Host '${host}'.`;
      return {
        begin: ({ status }) => jsonSink(options.answers, isSuccess(status)),
        read: (answer) => readAnswer(answer, about, options),
      };
    },
  };
}

async function readAnswer(answer: ReceivedAnswer, about: string, options: AnswerOptions): Promise<RemoteData> {
  const { status, body } = answer;
  if (!isSuccess(status)) {
    throw failed(`${about} Response code '${status}'.${body.length === 0 ? ' No content provided.' : ''}`, answer);
  }
  if (options.answerUse !== 'ignored' && status !== 204) return readContent(answer, about, options);
  return { data: undefined, isLarge: recordAnswer(body, options.trace) };
}

async function readContent(
  answer: ReceivedAnswer,
  about: string,
  { answerUse, trace }: AnswerOptions,
): Promise<RemoteData> {
  const { body, failure } = answer;
  const isNeeded = answerUse === 'needed' || failure !== undefined;
  if (body.length === 0 && isNeeded) throw failed(' No content provided.', answer, { problem: 'The answer is empty.' });
  const isLarge = recordAnswer(body, trace);
  // Decoding would turn invalid UTF-8 into U+FFFD, which JSON may contain.
  const data = failure === undefined && isUtf8(body) ? await parseJsonBytes(body) : undefined;
  if (!isNeeded) return { data: isData(data) || Array.isArray(data) ? data : undefined, isLarge };
  if (isTrue(data)) return { data, isLarge };
  const problem = 'The answer is not JSON with content.';
  throw failed(`${about} Error while parsing JSON data.`, answer, { problem });
}
