import type { IncomingMessage } from 'node:http';
import { Failure } from '@ticketgate/gateway';
import { OperationError } from '@ticketgate/sdk';
import type { RequestHandler } from 'express';

import { BodyNotJson, BodyTooLarge, InputInvalid } from './api-errors.js';

/** Reads the JSON of a request with at most so many bytes; rejects with a Failure. Undefined without a body. */
export type ReadJson = (request: IncomingMessage, limit: number) => Promise<unknown>;

/** Reads the bodies of requests to a route. */
export function bodyHandler(limit: number, readJson: ReadJson): RequestHandler {
  return async (request, _response, next) => {
    // What clients send with a body of no bytes.
    const isEmpty = request.headers['content-length'] === '0';
    const type = isEmpty ? null : request.is('application/json');
    if (type === false) throw new BodyNotJson();
    // Null: there is no body, which is as good as an empty one.
    request.body = (type === null ? undefined : await readWithin(request, limit, readJson)) ?? {};
    next();
  };
}

async function readWithin(request: IncomingMessage, limit: number, readJson: ReadJson): Promise<unknown> {
  try {
    return await readJson(request, limit);
  } catch (cause) {
    throw cause instanceof Failure ? refusalOf(cause, limit) : cause;
  }
}

function refusalOf(failure: Failure, most: number): OperationError {
  const { code, message, reason, headers } = failure;
  if (code === 'Gateway.PayloadTooLarge') return new BodyTooLarge({ most }, failure);
  if (code === 'Gateway.MalformedBody') return new InputInvalid({ reason: message }, failure);
  const seconds = headers['Retry-After'];
  const retry = seconds === undefined ? {} : { retryAfter: Number(seconds) };
  return new OperationError(code, message, { reason, cause: failure, ...retry });
}
