import { STATUS_CODES } from 'node:http';
import type { GatewayOptions } from '@ticketgate/definition';
import type { Data, OperationError } from '@ticketgate/sdk';

import type { Failure } from '../../../failure.js';
import { encodeJson, type EncodedText } from './encode-json.js';

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  /** Undefined sends none. */
  readonly contentType: string | undefined;
  readonly body: EncodedText;
  /** What the body is the JSON of, where it is; for the debugger. */
  readonly data?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const PROBLEM_TYPE = 'application/problem+json; charset=UTF-8';
const NO_HEADERS = Object.freeze({});

interface AnswerOptions {
  readonly options: GatewayOptions;
  readonly requestID: string;
}

/** The answer of an operation that did its work: its data, in the envelope where the service has one. */
export function answerData(data: Data | undefined, { answer }: GatewayOptions): Answer {
  const body = answer === 'envelope' ? { Success: 1, ErrorMessage: '', Data: data ?? {} } : data;
  return { status: 200, contentType: JSON_TYPE, body: encodeJson(body), data: body, headers: NO_HEADERS };
}

/** An operation's own error as data: what the outbound mapping of a flat service sees. */
export function errorData(error: OperationError): Data {
  return { Error: { ErrorCode: error.code, ErrorMessage: error.message } };
}

/** An operation's own error: in compatible services HTTP 200 and the family's form. */
export function answerError(error: OperationError, mapped: Data, { options, requestID }: AnswerOptions): Answer {
  const status = options.errorStatus === 'http' ? error.status : 200;
  const headers = status === 429 || status === 503 ? { 'Retry-After': String(error.retryAfter ?? 5) } : NO_HEADERS;
  if (options.answer === 'flat') return { status, contentType: JSON_TYPE, body: encodeJson(mapped), headers };
  return {
    ...describe({ code: error.code, message: error.message, status: error.status }, { options, requestID }),
    status,
    headers,
  };
}

/** A failure of the gateway or behind it, byte for byte as recorded in compatible services. */
export function answerFailure(failure: Failure, { options, requestID }: AnswerOptions): Answer {
  if (options.errorStatus === 'compatible') return { ...failure.compatible, headers: failure.headers };
  const described = describe(
    { code: failure.code, message: failure.message, status: failure.status },
    { options, requestID },
  );
  return { ...described, status: failure.status, headers: failure.headers };
}

/** At our own URLs we say what is wrong, in the form of flat services: which one the service would have is not known. */
export function answerUnknownService(name: string): Answer {
  const message = `No web service "${name}" is served. Names are case-sensitive; GET / lists those that are.`;
  const error = { ErrorCode: 'Gateway.ServiceUnknown', ErrorMessage: message };
  return { status: 404, contentType: JSON_TYPE, body: encodeJson({ Error: error }), headers: NO_HEADERS };
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

function describe(
  { code, message, status }: Problem,
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
