import { STATUS_CODES } from 'node:http';
import type { GatewayOptions } from '@ticketgate/definition';
import { toHttpStatus, type Data, type OperationError } from '@ticketgate/sdk';

import type { Failure } from '../../../failure.js';
import { encodeJson } from '../../../json/encode-json.js';
import { JSON_TYPE, NO_HEADERS, PLAIN_TYPE, type Answer } from '../../http/answer.js';
import { makeErrorHead } from '../../http/answer-call.js';
import type { DispatchResult } from '../../transport.js';

const PROBLEM_TYPE = 'application/problem+json; charset=UTF-8';

interface AnswerOptions {
  readonly options: GatewayOptions;
  readonly requestID: string;
}

/** The data of a successful operation, in an envelope if the service has one. */
export function answerData(
  { data, head }: Extract<DispatchResult, { kind: 'done' }>,
  { answer }: GatewayOptions,
): Answer {
  const { status = 200, headers = NO_HEADERS } = head ?? {};
  const body = answer === 'envelope' ? { Success: status < 400 ? 1 : 0, ErrorMessage: '', Data: data ?? {} } : data;
  return { status, contentType: JSON_TYPE, body: encodeJson(body), data: body, headers };
}

export function answerError(error: OperationError, mapped: Data, { options, requestID }: AnswerOptions): Answer {
  const { status, headers } = makeErrorHead(error, options);
  if (options.answer === 'flat') return { status, contentType: JSON_TYPE, body: encodeJson(mapped), headers };
  return {
    ...wordError({ code: error.code, message: error.message, status: toHttpStatus(error) }, { options, requestID }),
    status,
    headers,
  };
}

/** Byte for byte as recorded in compatible services. */
export function answerFailure(failure: Failure, { options, requestID }: AnswerOptions): Answer {
  const { code, message, reason, recorded, headers } = failure;
  if (options.errorStatus === 'compatible') {
    const { contentType = PLAIN_TYPE, body } = recorded ?? { body: message };
    return { status: toHttpStatus(recorded ?? { reason }), contentType, body, headers };
  }
  const status = toHttpStatus(failure);
  return { ...wordError({ code, message, status }, { options, requestID }), status, headers };
}

function wordError(
  { code, message, status }: { readonly code: string; readonly message: string; readonly status: number },
  { options, requestID }: AnswerOptions,
): Pick<Answer, 'contentType' | 'body'> {
  if (options.answer === 'envelope') {
    const body = { Success: 0, ErrorCode: code, ErrorMessage: message, Data: {} };
    return { contentType: JSON_TYPE, body: encodeJson(body) };
  }
  if (options.answer === 'problem') {
    const title = STATUS_CODES[status] ?? 'Error';
    const body = { type: `urn:ticketgate:error:${code}`, title, status, detail: message, code, requestId: requestID };
    return { contentType: PROBLEM_TYPE, body: encodeJson(body) };
  }
  return { contentType: JSON_TYPE, body: encodeJson({ Error: { ErrorCode: code, ErrorMessage: message } }) };
}
