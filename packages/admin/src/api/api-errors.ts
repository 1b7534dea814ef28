import { createError, MASK, OperationError, type Data } from '@ticketgate/sdk';

/** An error whose answer says more than a sentence. */
export class DetailedError extends OperationError {
  /** Members of the answer. */
  readonly details: Data;

  constructor(error: OperationError, details: Data) {
    super(error.code, error.message, { reason: error.reason, cause: error, values: error.values });
    this.details = details;
  }
}

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
export const InputInvalid = createError<{ reason: string }>('Admin.InputInvalid', ({ reason }) => reason, 'Invalid');
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
export const DefinitionInvalid = createError(
  'Admin.DefinitionInvalid',
  () => 'The definition has errors and was not published. The diagnostics say where, and what to write instead.',
  'Invalid',
);
export const SecretMissing = createError<{ path: string }>(
  'Admin.SecretMissing',
  ({ path }) =>
    `${path} is "${MASK}", which stands for a secret that is stored, and the web service has none there. Write the secret.`,
  'Invalid',
);
export const DraftMissing = createError<{ name: string }>(
  'Admin.DraftMissing',
  ({ name }) => `The web service "${name}" has no draft. Send a definition, or save a draft first.`,
  'NotFound',
);
export const DraftChanged = createError<{ name: string }>(
  'Admin.DraftChanged',
  ({ name }) => `The draft of "${name}" was changed meanwhile. Compare it with yours, and save with its revision.`,
  'Conflict',
);
export const RequestUnknown = createError<{ id: string }>(
  'Admin.RequestUnknown',
  ({ id }) =>
    `Nothing has been recorded about "${id}". DebugThreshold and Gateway.Debug.Sample of a web service control what is. GET debug-log lists requests.`,
  'NotFound',
);
export const SessionUnknown = createError<{ handle: string }>(
  'Admin.SessionUnknown',
  ({ handle }) => `There is no session ${handle}. The list of sessions has all of them.`,
  'NotFound',
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
