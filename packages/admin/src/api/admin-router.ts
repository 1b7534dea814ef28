import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isData, type Data, OperationError } from '@ticketgate/sdk';
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { applyCoding, Failure, isOwnOrigin, sendCompressed } from '@ticketgate/gateway';

import {
  AdminStream,
  EVENT_STREAM,
  type AdminClient,
  type Administrator,
  type AdminRoute,
  type OpenRequest,
} from './admin-route.js';
import { AdminReply } from '../tasks/admin-reply.js';
import { recordRefusals } from './audit-refusals.js';
import { BodyNotJson, BodyTooLarge, OriginForeign, problemHandler, RouteUnknown } from './api-errors.js';
import { InputInvalid } from '../tasks/task-errors.js';
import type { ApiSystem } from '../open-admin-system.js';
import { findNamedServices, requireNeed } from '../tasks/scope.js';
import { checkInput } from '../tasks/check-input.js';
import { readSignInCookie, requireCsrfToken } from './session-cookie.js';
import { identifyAdministrator } from './identify-administrator.js';
import { openApiRoute } from './admin-open-api.js';
import { guardAdministration, type AdminAccess, limitRequests } from './request-guards.js';
import { adminRoutes } from '../admin-tasks.js';

export interface AdminRouterOptions extends AdminAccess {
  readonly system: ApiSystem;
  /** The way in which web services read bodies, with their limits. */
  readonly readJson: ReadJson;
}

/** Most bytes of a body, or this factor for the largest definition: in JSON, its quotes and line breaks take two bytes. */
const BODY_BYTES = 5_000_000;
const BODY_BYTES_PER_BYTE = 2.5;

/** Everything below `/admin/api`. */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const { system } = options;
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(guardAdministration(options), (request, _response, next) => {
    if (!isOwnOrigin(request.headers)) throw new OriginForeign({ origin: request.headers.origin ?? '' });
    next();
  });
  const server = new RouteServer(options);
  for (const route of [openApiRoute(adminRoutes), ...adminRoutes]) server.add(router, route);
  router.use(server.recordRefusal);
  router.use((request) => {
    throw new RouteUnknown({ method: request.method, path: `${request.baseUrl}${request.path}` });
  });
  router.use(problemHandler(system.logger));
  return router;
}

class RouteServer {
  readonly #options: AdminRouterOptions;
  readonly #limit = limitRequests();
  readonly #known = new WeakMap<Request, Administrator>();
  readonly #recordRefusal: ReturnType<typeof recordRefusals>;

  constructor(options: AdminRouterOptions) {
    this.#options = options;
    this.#recordRefusal = recordRefusals(options.system);
  }

  // Express recognises error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  readonly recordRefusal: ErrorRequestHandler = async (cause, request, _response, next) => {
    const administrator = this.#known.get(request);
    const line = `${request.method} ${request.path}`;
    if (administrator !== undefined) await this.#recordRefusal(cause, administrator, line);
    next(cause);
  };

  /** Checks in this order: whether there is room, who sends it, whether one of our pages does, what they may do, then the contents. */
  add(router: Router, route: AdminRoute): void {
    const { system, readJson } = this.#options;
    const identify: RequestHandler = async (request, _response, next) => {
      const administrator = await identifyAdministrator(request, this.#identifyClient(request), system);
      const { sessionID } = administrator;
      if (route.method !== 'GET' && sessionID !== undefined) requireCsrfToken(sessionID, request.get('X-CSRF-Token'));
      this.#known.set(request, administrator);
      requireRights(administrator, route, request);
      next();
    };
    const answer: RequestHandler = async (request, response) => {
      const administrator = this.#known.get(request);
      // The body may name further web services.
      if (administrator !== undefined) requireRights(administrator, route, request);
      const call = { ...this.#read(route, request), administrator };
      sendData(response, route, await route.run(call, system));
    };
    const method = METHODS[route.method];
    const most = route.bodyBytes ?? Math.max(BODY_BYTES, system.definitionBytes * BODY_BYTES_PER_BYTE);
    // Streams go on for hours; their hub counts them.
    const room = route.mediaType === EVENT_STREAM ? [] : [this.#limit];
    router[method](
      route.path,
      ...room,
      ...(route.isOpen ? [] : [identify]),
      ...(route.body === undefined ? [] : [bodyHandler(most, readJson)]),
      answer,
    );
  }

  #read(route: AdminRoute, request: Request): Omit<OpenRequest, 'administrator'> {
    const query: Data = { ...request.query };
    const body: unknown = request.body;
    const params: Data = { ...request.params };
    checkInput(route, { params, query, body });
    const client = this.#identifyClient(request);
    const requireAllowed = async () => {
      const administrator = await identifyAdministrator(request, client, this.#options.system);
      requireRights(administrator, route, request);
      return administrator;
    };
    const signIn = readSignInCookie(request.headers.cookie);
    return { params, query, body, client, signIn, lastEventID: request.get('Last-Event-ID'), requireAllowed };
  }

  #identifyClient(request: Request): AdminClient {
    const isSecure = this.#options.policy.isSecure(request);
    return {
      remoteAddress: this.#options.policy.clientAddress(request),
      userAgent: request.get('User-Agent') ?? 'none',
      isSecure,
      // The Origin of a browser has been compared with the host.
      origin: request.get('Origin') ?? `${isSecure ? 'https' : 'http'}://${request.get('Host') ?? ''}`,
      prefix: this.#options.policy.toPrefix(request),
    };
  }
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** @throws OperationError `Admin.NotAllowed` */
function requireRights(administrator: Administrator, route: AdminRoute, request: Request): void {
  const services = findNamedServices(route.path, request.params, [request.query, request.body]);
  requireNeed(administrator, route.needs ?? 'everything', services);
}

function sendData(response: Response, route: AdminRoute, answered: unknown): void {
  if (answered instanceof AdminStream) {
    answered.start(response);
    return;
  }
  const { data, headers } = answered instanceof AdminReply ? answered : { data: answered, headers: {} };
  response.set(headers);
  if (route.answer === undefined) response.status(204).end();
  else if (route.mediaType === undefined) sendJson(response, JSON.stringify(isData(data) || data === null ? data : {}));
  else response.type(route.mediaType).send(String(data));
}

/** Answers of this many characters or more are compressed. They are lists: none has a token next to text that somebody else chose. */
const LARGE = 20_000;

function sendJson(response: Response, body: string): void {
  const headers: OutgoingHttpHeaders = { ...response.type('json').getHeaders() };
  const coding = body.length < LARGE ? undefined : applyCoding(headers, response.req);
  if (coding === undefined) response.send(body);
  else sendCompressed(response, { status: response.statusCode, headers, body, length: body.length, coding });
}

/** Reads the JSON of a request with at most so many bytes; rejects with a Failure. Undefined without a body. */
type ReadJson = (request: IncomingMessage, limit: number) => Promise<unknown>;

function bodyHandler(limit: number, readJson: ReadJson): RequestHandler {
  return async (request, _response, next) => {
    // Some clients send this header with an empty body.
    const isEmpty = request.headers['content-length'] === '0';
    const type = isEmpty ? null : request.is('application/json');
    if (type === false) throw new BodyNotJson();
    // Null: no body, which counts as an empty one.
    request.body = (type === null ? undefined : await readWithin(request, limit, readJson)) ?? {};
    next();
  };
}

async function readWithin(request: IncomingMessage, limit: number, readJson: ReadJson): Promise<unknown> {
  try {
    return await readJson(request, limit);
  } catch (cause) {
    throw cause instanceof Failure ? translateFailure(cause, limit) : cause;
  }
}

function translateFailure(failure: Failure, most: number): OperationError {
  const { code, message, reason, headers } = failure;
  if (code === 'Gateway.PayloadTooLarge') return new BodyTooLarge({ most }, failure);
  if (code === 'Gateway.MalformedBody') return new InputInvalid({ reason: message }, failure);
  const seconds = headers['Retry-After'];
  const retry = seconds === undefined ? {} : { retryAfter: Number(seconds) };
  return new OperationError(code, message, { reason, cause: failure, ...retry });
}
