import type { RequestListener } from 'node:http';
import { frontPageHTML } from '@ticketgate/describe';
import type { Logger } from '@ticketgate/sdk';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet from 'helmet';

import { sendPage } from '../documentation/documentation-router.js';
import { refuseUnknown, sendError } from './send-error.js';

/** A published web service as the front page names it. */
export interface ServedService {
  readonly name: string;
  /** Paths relative to the server's address. */
  readonly paths: readonly string[];
}

export interface DocumentationPages {
  readonly handle: RequestHandler;
  /** Whether there is anything to read. */
  readonly isThere: () => boolean;
}

export interface AppOptions {
  readonly version: string;
  readonly logger: Logger;
  /** The handler of paths below `/docs`. */
  readonly documentation?: DocumentationPages;
  services(): readonly ServedService[];
  /** Valid services that cannot be served, and why. */
  notServed(): readonly { readonly name: string; readonly reason: string }[];
  /** Plugins without which the others serve. Everybody may see this, so it has codes only. */
  readonly brokenPlugins: readonly { readonly name: string; readonly code: string }[];
  /** The handler of paths below `/admin`; undefined: none. */
  readonly administration?: RequestHandler | undefined;
  /** Undefined: there is none. */
  readonly metricsPage: RequestListener | undefined;
  /** Undefined when requests can be served; otherwise one sentence why not. */
  findObstacle(): Promise<string | undefined>;
}

/** Everything except web services: health and the front page. The gateway comes first (`docs/adr/0001-serve-web-services-in-front-of-express.md`). */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(helmet({ strictTransportSecurity: false }));
  app.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  app.get('/readyz', async (_request, response) => {
    const obstacle = await options.findObstacle();
    response.set('Cache-Control', 'no-store');
    const { brokenPlugins } = options;
    if (obstacle === undefined) response.json({ status: 'ready', ...(brokenPlugins.length > 0 && { brokenPlugins }) });
    else response.status(503).json({ status: 'not ready', reason: obstacle });
  });
  const { metricsPage } = options;
  if (metricsPage !== undefined) app.get('/metrics', metricsPage);
  if (options.administration !== undefined) app.use('/admin', options.administration);
  if (options.documentation !== undefined) app.use('/docs', options.documentation.handle);
  app.get('/', (request, response) => sendFrontPage(request, response, options));
  app.use((request, response) => refuseUnknown(request, response, 'GET / lists the web services.'));
  app.use(handleError(options.logger));
  return app;
}

/** Programs take anything, browsers ask for a page first. */
async function sendFrontPage(request: Request, response: Response, options: AppOptions): Promise<void> {
  const { version } = options;
  const webServices = options.services();
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html')
    await sendPage(request, response, frontPageHTML(frontPageParts(options)));
  else response.json({ product: 'Ticketgate', version, webServices, notServed: options.notServed() });
}

function frontPageParts(options: AppOptions): Parameters<typeof frontPageHTML>[0] {
  const isThere = options.documentation?.isThere() === true;
  const documentation = isThere ? [{ path: 'docs/', text: 'Documentation of the web services' }] : [];
  const isAdministered = options.administration !== undefined;
  const administration = isAdministered ? [{ path: 'admin/', text: 'Administration' }] : [];
  const links = [...documentation, ...administration, { path: 'readyz', text: 'Health' }];
  return { version: options.version, services: options.services(), links };
}

const FAILED = ['Server.Internal', 'Internal Server Error'] as const;
const UNREADABLE = ['Server.BadRequest', 'The request could not be read.'] as const;

/** The log has the detail; the client gets none. */
function handleError(logger: Logger): ErrorRequestHandler {
  // Express recognises error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = readStatus(error);
    if (status >= 500) logger.error('a request failed', { method: request.method, path: request.path, error });
    sendError(response, status, status >= 500 ? FAILED : UNREADABLE);
  };
}

/** Express gives its own errors (a broken percent code in a path …) a status. */
function readStatus(error: unknown): number {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
