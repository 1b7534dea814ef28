import { readFileSync } from 'node:fs';
import {
  describeTransport,
  PAGE_POLICY,
  pageAssets,
  servicePage,
  servicesPage,
  type ServiceCard,
} from '@ticketgate/describe';
import type { CompiledService } from '@ticketgate/gateway';
import { type JsonSchema, keptIn } from '@ticketgate/sdk';
import { Router, type Request, type Response } from 'express';

import { addressFor, type PlainHttpPolicy } from '../http/plain-http.js';
import { SharedBody } from '../http/shared-body.js';
import type { FindDocument } from './service-documents.js';

/** Files of Swagger UI, which shows operations. A build copies them, since its package reports installations to others. */
const LIBRARY: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
]);
/** Seconds; they change only with another version of the server. */
const ASSET_AGE = 3600;

interface DocumentationParts {
  readonly findDocument: FindDocument;
  /** The services with public documentation, sorted by name. */
  readonly listServices: () => readonly CompiledService[];
  readonly policy: PlainHttpPolicy;
  /** JSON Schemas of configuration files, by name. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
}

/** Everything below `/docs`. Other paths are left to the next handler. */
export function documentationRouter(parts: DocumentationParts): Router {
  const { findDocument, listServices, policy, schemas } = parts;
  const findAsset = openAssets();
  const findService = (name: string) => listServices().find((each) => each.name === name);
  const router = Router();
  router.get('/', async (request, response, next) => {
    const services = listServices();
    if (services.length === 0) next();
    else if (isFolder(request)) {
      await sendPage(request, response, servicesPage(services.map(makeCard), addressFor(request, policy)));
    } else response.redirect(308, 'docs/');
  });
  router.get('/assets/:file', async (request, response, next) => {
    const asset = findAsset(request.params.file);
    if (asset === undefined) next();
    else {
      response.set({ 'Cache-Control': `public, max-age=${ASSET_AGE}`, 'Content-Type': asset.type });
      await asset.body.send(request, response);
    }
  });
  router.get('/schemas/:file', async (request, response, next) => {
    const schema = schemas.get(request.params.file);
    if (schema === undefined || listServices().length === 0) next();
    else {
      response.set({ 'Access-Control-Allow-Origin': '*', 'Content-Type': JSON_TYPE });
      await new SharedBody(JSON.stringify(schema)).send(request, response);
    }
  });
  router.get('/:service', async (request, response, next) => {
    const published = findService(request.params.service);
    if (published === undefined) next();
    else if (isFolder(request)) await sendPage(request, response, servicePage((await findDocument(published)).service));
    else response.redirect(308, `${encodeURIComponent(request.params.service)}/`);
  });
  router.get('/:service/openapi.json', async (request, response, next) => {
    const published = findService(request.params.service);
    if (published === undefined) next();
    else {
      const body = await (await findDocument(published)).write(policy.toPrefix(request));
      await body.send(request, response.set({ 'Cache-Control': 'no-cache', 'Content-Type': JSON_TYPE }));
    }
  });
  return router;
}

function makeCard({ name, webService, transport }: CompiledService): ServiceCard {
  const { description, operations } = webService;
  const calls = (transport?.endpoints ?? []).flatMap(({ operation, path, methods = ['ANY'] }) => {
    const [group] = (operations.get(operation)?.type ?? '').split('::');
    if (path === undefined || group === undefined || group === '') return [];
    return methods.slice(0, 1).map((method) => ({ method, path, operation, group }));
  });
  return { name, description, calls, ownDocument: describeTransport(webService).ownDocument };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Links of pages are relative, so their own paths have to end with a slash. */
function isFolder({ originalUrl }: Request): boolean {
  return (originalUrl.split('?', 1)[0] ?? '').endsWith('/');
}

export function sendPage(request: Request, response: Response, html: string): Promise<void> {
  response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' }).type('html');
  return new SharedBody(html).send(request, response);
}

/** The files that pages load, read at their first request. */
function openAssets(): (file: string) => { readonly type: string; readonly body: SharedBody } | undefined {
  const bodies = new Map<string, SharedBody>();
  return (file) => {
    const own = pageAssets.get(file);
    const type = own?.type ?? LIBRARY.get(file);
    if (type === undefined) return undefined;
    const place = own?.file ?? new URL(`../../dist/swagger-ui/${file}`, import.meta.url);
    return { type, body: keptIn(bodies, file, () => new SharedBody(readFileSync(place))) };
  };
}
