import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { guardAdministration, hasSession, problemHandler, type AdminAccess } from '@ticketgate/admin/api';
import { keptIn, type Logger } from '@ticketgate/sdk';
import { Router, type Request, type Response } from 'express';

import { sendBytes } from './shared-body.js';

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('@ticketgate/console/package.json')), 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The built files, the smallest first. */
const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;
/** Placeholders in the page: a nonce, the path below which a proxy shows this server, and whether the browser has a session. */
const NONCE_MARK = '@@NONCE@@';
const PREFIX_MARK = '@@PREFIX@@';
const SESSION_MARK = '@@SESSION@@';

/** The pages of the administration: every path has the same page, which chooses what to show by its address. */
export function consoleRouter(access: AdminAccess, logger: Logger): Router {
  const files = openConsole();
  const router = Router();
  router.use(guardAdministration(access));
  router.get('/assets/:file', (request, response, next) => {
    if (!files.send(request.params.file, request, response)) next();
  });
  router.get(/^\/(?!assets\/)/, (request, response) => {
    // Links of the page are relative to the folder.
    if (request.originalUrl.split('?', 1)[0] === request.baseUrl) response.redirect(308, 'admin/');
    else sendConsole(request, response, files.page.replaceAll(PREFIX_MARK, access.policy.toPrefix(request)));
  });
  router.use(problemHandler(logger));
  return router;
}

function sendConsole(request: Request, response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64url');
  response
    .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyWith(nonce), 'X-Frame-Options': 'DENY' })
    .type('html')
    .send(page.replaceAll(NONCE_MARK, nonce).replace(SESSION_MARK, String(hasSession(request))));
}

/** The editor writes style sheets at run time, with the nonce; nothing else may. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The built files of the package console, read once. */
function openConsole() {
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const names = new Set(readdirSync(join(FOLDER, 'assets')));
  const bodies = new Map<string, Buffer>();
  /** Names have a hash of the content, so a file never changes. */
  const send = (name: string, request: Request, response: Response): boolean => {
    const type = TYPES[extname(name)];
    if (type === undefined || !names.has(name)) return false;
    const accepted = ENCODINGS.find(({ encoding, ending }) => {
      return names.has(name + ending) && request.acceptsEncodings(encoding) !== false;
    });
    if (accepted !== undefined) response.set('Content-Encoding', accepted.encoding);
    response
      .vary('Accept-Encoding')
      .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Type': type });
    const file = name + (accepted?.ending ?? '');
    const bytes = keptIn(bodies, file, () => readFileSync(join(FOLDER, 'assets', file)));
    sendBytes(response.set('Content-Length', String(bytes.length)), bytes);
    return true;
  };
  return { page: page.replaceAll('"./assets/', `"${PREFIX_MARK}/admin/assets/`), send };
}
