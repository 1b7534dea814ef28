import { createError, OperationError } from '@ticketgate/sdk';

export const NetworkNotAllowed = createError<{ address: string }>(
  'Admin.NetworkNotAllowed',
  ({ address }) =>
    `Administration is not allowed from ${address}. Add its network to admin.allowedNetworks in gateway.yml.`,
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
  ({ login }) => `"${login}" may not administer. That takes rw in the group admin.`,
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
