import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { openApiSystem, prepareSearch } from '@ticketgate/admin';
import { createAdminRouter } from '@ticketgate/admin/api';
import { createJsonReader, type Gateway, UnsentAnswers } from '@ticketgate/gateway';
import {
  bodyBudget,
  ConfigurationError,
  readingLimits,
  readListenAddress,
  type ReadyOperations,
  type System,
} from '@ticketgate/runtime';
import { foldASCII, readAddresses } from '@ticketgate/sdk';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';

import type { CertificateFiles } from '../http/certificate.js';
import { consoleRouter } from '../http/console-router.js';
import { refuseAddress, type PlainHttpPolicy } from '../http/plain-http.js';
import { serveSafely } from '../http/serve-safely.js';
import { refuseUnknown } from '../http/send-error.js';
import { mcpEndpoints } from '../mcp/mcp-endpoints.js';
import { accept } from './accept.js';

/** Seconds that requests of administrators get when the server stops. */
const STOP_SECONDS = 2;

/** The handler of paths below `/admin`. */
export interface Administration {
  readonly handle: RequestHandler;
  /** Once the server is ready, in the background: reads what a search looks through. */
  prepare(): void;
  /** Ends answers that would never end. */
  announceEnd(): void;
}

interface AdministrationParts {
  readonly ready: ReadyOperations;
  readonly policy: PlainHttpPolicy;
  /** Undefined: other processes serve the web services. */
  readonly gateway?: Gateway;
}

/**
 * The API and pages below `/admin`; undefined if the operator has disabled them. They are made at the first request: most starts do
 * without.
 *
 * @throws ConfigurationError for an entry of `admin.allowedNetworks` that is not an address, and for half a provider of sign-ins
 */
export function makeAdministration(
  system: System,
  { ready, policy, gateway }: AdministrationParts,
): Administration | undefined {
  const { enabled, allowedNetworks, hosts } = system.configuration.admin;
  readAddresses(allowedNetworks, refuseAddress('admin.allowedNetworks'));
  requireClient(system.configuration.oidc);
  if (!enabled) return undefined;
  let router: RequestHandler | undefined;
  const stopping = new AbortController();
  const openMcpEndpoint = mcpEndpoints(ready.operations);
  const queues = () =>
    gateway === undefined ? null : { ...gateway.load, droppedRequests: gateway.droppedDebuggerEntries };
  const admin = openApiSystem(system, { ready, openMcpEndpoint, stopping: stopping.signal, queues });
  const open = (): RequestHandler => {
    const access = { policy, allowedNetworks, hosts: ownNames(system, hosts) };
    const { configuration, logger } = system;
    const clientAddress = (request: IncomingMessage) => policy.clientAddress(request);
    const readJson = createJsonReader(readingLimits(configuration), bodyBudget(configuration), clientAddress);
    const api = createAdminRouter({ ...access, system: admin, readJson });
    return express.Router().use('/api', api).use(consoleRouter(access, logger));
  };
  return {
    handle(request, response, next) {
      router ??= open();
      router(request, response, next);
    },
    prepare() {
      prepareSearch(admin, stopping.signal).catch((error: unknown) => {
        system.logger.warn('the first search will be slow: the web services could not be read', { error });
      });
    },
    announceEnd() {
      stopping.abort();
    },
  };
}

/** Names of this machine, of the addresses where the server listens, and those that the operator adds. */
function ownNames({ configuration: { admin, http } }: System, added: readonly string[]): ReadonlySet<string> {
  const listens = admin.listen === null ? [] : [readListenAddress(admin.listen).host];
  return new Set([hostname(), http.host, ...listens, ...added].map(foldASCII));
}

function requireClient({ issuer, clientID, clientSecret }: System['configuration']['oidc']): void {
  if (issuer === null || (clientID !== null && clientSecret !== null)) return;
  const missing = clientID === null ? 'oidc.clientID' : 'oidc.clientSecret';
  throw new ConfigurationError(
    `oidc.issuer is ${issuer}, and ${missing} is missing. Register this server with the provider, and write it.`,
  );
}

interface Connections {
  readonly policy: PlainHttpPolicy;
  /** Undefined: plain HTTP. */
  readonly certificate: CertificateFiles | undefined;
  /** False if another process does it. */
  readonly isHere: boolean;
}

/**
 * Prepares the administration, and serves it at an address of its own, where it has one.
 *
 * @throws StartError `Server.AdminAddressInUse`, `Server.AddressUnusable`
 */
export async function listenForAdministration(
  system: System,
  administration: Administration | undefined,
  { policy, certificate, isHere }: Connections,
): Promise<void> {
  const { configuration, closing, logger } = system;
  const { listen } = configuration.admin;
  administration?.prepare();
  if (!isHere || listen === null || administration === undefined) return;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(helmet({ strictTransportSecurity: false }));
  app.use('/admin', administration.handle);
  app.use((request, response) =>
    refuseUnknown(request, response, 'The administration is at /admin, and its API at /admin/api.'),
  );
  const unsent = new UnsentAnswers(configuration.limits.answersInFlight, logger);
  const http = serveSafely(system, { policy, certificate, unsent }, app);
  const take = (socket: Socket) => http.take(socket);
  const isSecure = certificate !== undefined;
  const address = { ...configuration.http, ...readListenAddress(listen) };
  const acceptor = await accept(address, take, { isSecure, option: 'admin.listen' });
  closing.add('the address of the administration', async () => {
    administration.announceEnd();
    await acceptor.close();
    await http.stop(STOP_SECONDS);
  });
  acceptor.open();
}
