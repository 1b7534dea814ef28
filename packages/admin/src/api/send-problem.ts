import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { httpStatusOf, isOperationError, retryAfterOf, type Logger, type OperationError } from '@ticketgate/sdk';
import type { ErrorRequestHandler, Response } from 'express';

import { DetailedError, InputInvalid } from '../tasks/task-errors.js';
import { Internal } from './api-errors.js';

/** Answers with what went wrong, as RFC 9457 has it. What is unexpected stays in the log. */
export function problemHandler(logger: Logger): ErrorRequestHandler {
  // Express recognises error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  return (cause: unknown, request, response, next) => {
    if (response.headersSent) {
      next(cause);
      return;
    }
    const expected = isOperationError(cause) ? cause : ofLibrary(cause);
    if (expected !== undefined) {
      sendProblem(response, expected);
      return;
    }
    const requestID = randomUUID();
    logger.error('a request of an administrator failed', {
      requestID,
      method: request.method,
      path: request.path,
      error: cause,
    });
    sendProblem(response, new Internal({ requestID }, cause));
  };
}

function sendProblem(response: Response, error: OperationError): void {
  const { code, message: detail, values } = error;
  const status = httpStatusOf(error);
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  if (status === 401) response.set('WWW-Authenticate', 'ApiKey realm="administration"');
  const details = error instanceof DetailedError ? error.details : {};
  const title = STATUS_CODES[status] ?? 'Error';
  const problem = { type: `urn:ticketgate:error:${code}`, title, status, detail, code, values, ...details };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The error of Express or its middleware that the client has caused; these errors have a status. */
function ofLibrary(cause: unknown): OperationError | undefined {
  if (!(cause instanceof Error) || !('status' in cause)) return undefined;
  const { status } = cause;
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients ? new InputInvalid({ reason: `The request cannot be read: ${cause.message}` }, cause) : undefined;
}
