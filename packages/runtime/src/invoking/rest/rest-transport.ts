import type { RestRequester } from '@ticketgate/definition';

import { withoutCredentials } from '../http/address.js';
import { isSuccess, jsonSink } from '../http/answer-body.js';
import type {
  AnswerOptions,
  AnswerReader,
  OutgoingRequest,
  RequesterTransport,
  RequesterTransportType,
  RequestParts,
} from '../http/requester-transport.js';
import { makeRequest } from './outgoing-request.js';
import { readAnswer } from './read-answer.js';

/** HTTP::REST: JSON at an address of each invoker. */
export const restTransport: RequesterTransportType = {
  open: (definition) => (definition.kind === 'rest' ? new RestTransport(definition.http) : undefined),
};

class RestTransport implements RequesterTransport {
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
