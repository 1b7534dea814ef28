import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  createError,
  toHttpStatus,
  isOperationError,
  type Logger,
  OperationError,
  readRetryAfter,
} from '@ticketgate/sdk';
import type { ErrorRequestHandler, Response } from 'express';

import { DetailedError, InputInvalid } from '../tasks/task-errors.js';

export const NetworkNotAllowed = createError<{ address: string }>(
  'Admin.NetworkNotAllowed',
  ({ address }) =>
    `Administration is not allowed from ${address}. Add its network to admin.allowedNetworks in gateway.yml.`,
  'AccessDenied',
);
export const ClientUnknown = createError(
  'Admin.ClientUnknown',
  () =>
    'The proxy in front did not say where this request comes from. Let it send X-Forwarded-For or Forwarded with the address of its client; if it sends both, they must agree.',
  'AccessDenied',
);
export const ProxyUnknown = createError(
  'Admin.ProxyUnknown',
  () =>
    'A proxy that is not trusted has passed this request on, so nobody knows where it comes from. Name the proxy under http.trustedProxies in gateway.yml.',
  'AccessDenied',
);
export const OriginForeign = createError<{ origin: string }>(
  'Admin.OriginForeign',
  ({ origin }) => `The page at ${origin} may not use this API. A proxy in between must forward the Host header.`,
  'AccessDenied',
);
export const HostNotAllowed = createError<{ host: string }>(
  'Admin.HostNotAllowed',
  ({ host }) =>
    `"${host}" is not a name of this server. Use its address, or HTTPS, or add the name to admin.hosts in gateway.yml.`,
  'Misdirected',
);
export const LoginNeeded = createError(
  'Admin.LoginNeeded',
  () => 'Log in with POST session, or send an API key of scope admin as X-API-Key or as Authorization: Bearer.',
  'AuthFail',
);
export const LoginFailed = createError('Admin.LoginFailed', () => 'The login or the password is wrong.', 'AuthFail');
export const SecondFactorNeeded = createError(
  'Admin.SecondFactorNeeded',
  () =>
    'This agent has a second factor, which cannot be asked for here. Use an agent without one, or an API key of scope admin.',
  'AccessDenied',
);
export const AdministratorsOnly = createError<{ login: string }>(
  'Admin.AdministratorsOnly',
  ({ login }) =>
    `"${login}" may not administer. That takes rw in the group admin, ro to look, or a group such as admin/Helpdesk for one web service.`,
  'AccessDenied',
);
export const CsrfTokenWrong = createError(
  'Admin.CsrfTokenWrong',
  () => 'The request changes something but has no valid X-CSRF-Token. GET session has the token.',
  'AccessDenied',
);
export const RouteUnknown = createError<{ method: string; path: string }>(
  'Admin.RouteUnknown',
  ({ method, path }) => `There is nothing at ${method} ${path}. GET openapi.json lists all routes.`,
  'NotFound',
);
export const BodyTooLarge = createError<{ most: number }>(
  'Admin.BodyTooLarge',
  ({ most }) => `The body has more than ${most} bytes. Send less.`,
  'TooLarge',
);
export const BodyNotJson = createError(
  'Admin.BodyNotJson',
  () => 'The body has to be JSON. Send it with Content-Type: application/json.',
  'UnsupportedMedia',
);
export class TooManyRequests extends OperationError {
  static readonly code = 'Admin.TooManyRequests';
  static readonly reason = 'Unavailable';

  constructor(most: number) {
    const message = `${most} requests of administrators are under way already. Send fewer at a time.`;
    const { code, reason } = TooManyRequests;
    super(code, message, { reason, retryAfter: 1, values: { most } });
  }
}
export const TooManyListeners = createError<{ most: number }>(
  'Admin.TooManyListeners',
  ({ most }) => `${most} listen to events already. Close a page that does.`,
  'Unavailable',
);
export const Internal = createError<{ requestID: string }>(
  'Admin.Internal',
  ({ requestID }) => `Something went wrong. The log of the server has the details under ${requestID}.`,
  'Broken',
);

/** Answers errors as in RFC 9457. The details of unexpected ones stay in the log. */
export function problemHandler(logger: Logger): ErrorRequestHandler {
  // Express recognises error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  return (cause: unknown, request, response, next) => {
    if (response.headersSent) {
      next(cause);
      return;
    }
    const expected = isOperationError(cause) ? cause : findLibraryError(cause);
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
  const status = toHttpStatus(error);
  const retryAfter = readRetryAfter(error);
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  if (status === 401) response.set('WWW-Authenticate', 'ApiKey realm="administration"');
  const details = error instanceof DetailedError ? error.details : {};
  const title = STATUS_CODES[status] ?? 'Error';
  const problem = { type: `urn:ticketgate:error:${code}`, title, status, detail, code, values, ...details };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** An error of Express or its middleware that the client has caused; these errors have a status. */
function findLibraryError(cause: unknown): OperationError | undefined {
  if (!(cause instanceof Error) || !('status' in cause)) return undefined;
  const { status } = cause;
  const isClients = typeof status === 'number' && status >= 400 && status < 500;
  return isClients ? new InputInvalid({ reason: `The request cannot be read: ${cause.message}` }, cause) : undefined;
}
