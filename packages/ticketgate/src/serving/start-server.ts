import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Gateway } from '@ticketgate/gateway';
import {
  makeServerURL,
  openDebuggerSink,
  gatewayLimits,
  type LoadedConfiguration,
  type LoadedPlugins,
  type LocatedDatabase,
  openSystem,
  type ReadyOperations,
  setUpPlugins,
  startEvents,
  type System,
  version,
} from '@ticketgate/runtime';
import type { Logger } from '@ticketgate/sdk';

import { makeAdministration, listenForAdministration, type Administration } from './administration.js';
import { writeOwn } from '../documentation/make-documentation.js';
import { createCertificate } from '../http/certificate.js';
import { createPlainHttpPolicy, type PlainHttpPolicy } from '../http/plain-http.js';
import type { HttpServer } from '../http/http-server.js';
import { keepPublished } from './publish-services.js';
import { mcpEndpoints } from '../mcp/mcp-endpoints.js';
import { accept, type Acceptor } from './accept.js';
import { observe, type Observation } from './observe.js';
import { preparePasswords, prepareSystem, type FirstPasswords } from './prepare-system.js';
import { serveHttp } from './serve-http.js';
import { reportService, type StartReport } from './start-report.js';

const DRAIN_MILLISECONDS = 5_000;

export interface ServerOptions extends FirstPasswords {
  readonly loaded: LoadedConfiguration;
  readonly logger: Logger;
  /** One of several processes that serve: the primary one has prepared the system for all of them. */
  readonly isWorker?: boolean;
  /** Default: what the configuration says. */
  readonly location?: LocatedDatabase | undefined;
  /** Instead of those that the configuration names. */
  readonly plugins?: LoadedPlugins;
  /** Called with a sentence when something takes longer than usual. */
  readonly onProgress?: ((sentence: string) => void) | undefined;
  /** Called once the database is migrated and the plugins are loaded; no web service is published yet. */
  readonly onOpen?: (system: System) => void | Promise<void>;
  readonly now?: () => Date;
}

export interface StartedServer {
  /** For example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly report: StartReport;
  /** Ends running requests, writes the debug log and closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** A server that serves in this process. */
export interface RunningServer extends StartedServer {
  /** Serves connections that another process accepted, too. */
  readonly http: Pick<HttpServer, 'take' | 'isAnswering' | 'announceEnd'>;
}

/**
 * Starts everything, in this order: database, migrations, accounts, catalogue, plugins, web services, the listening socket, and the
 * password of the first agent. Connections wait until then, so that no request meets half a system.
 *
 * @throws ConfigurationError, OperationError `Database.…`, `Server.…`
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const began = Date.now();
  const { loaded, logger, plugins, location, onProgress, isWorker = false } = options;
  const policy = createPlainHttpPolicy(loaded.configuration);
  const certificate = createCertificate(loaded.configuration.tls);
  const now = options.now ?? (() => new Date());
  const common = { loaded, logger, onProgress, now, plugins, location };
  const system = await openSystem({ ...common, purpose: 'serve' });
  await options.onOpen?.(system);
  let stop = () => system.closing.close();
  try {
    const ready = await (isWorker ? setUpPlugins(system) : prepareSystem(system));
    const observation = observe(system, isWorker);
    const gateway = makeGateway(system, ready, { policy, observation });
    system.closing.add('the web services', await keepPublished(system, gateway, observation));
    const { metricsPage } = observation;
    const { problems } = ready;
    const administration = makeAdministration(system, { ready, policy, gateway });
    const http = serveHttp(system, gateway, { policy, certificate, metricsPage, administration, problems });
    const take = (socket: Socket) => http.take(socket);
    const isSecure = certificate !== undefined;
    const acceptor = isWorker ? undefined : await accept(loaded.configuration.http, take, { isSecure });
    stop = stopOnce(system, gateway, { http, acceptor, administration });
    const url = makeServerURL(loaded.configuration, acceptor?.port);
    const generatedPasswords = isWorker ? [] : await preparePasswords(system, options);
    await observation.begin(gateway, url);
    await startEvents(system, ready);
    await listenForAdministration(system, administration, { policy, certificate, isHere: !isWorker });
    acceptor?.open();
    const services = gateway.services().map((service) => reportService(service, system));
    const milliseconds = Date.now() - began;
    const report = { version, url, services, problems, system, generatedPasswords, milliseconds, workers: 1 };
    return { url, report, http, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

interface Surroundings {
  readonly policy: PlainHttpPolicy;
  readonly observation: Observation;
}

function makeGateway(
  system: System,
  { operations, ports }: ReadyOperations,
  { policy, observation }: Surroundings,
): Gateway {
  const { settings } = system;
  return new Gateway({
    operations,
    ...ports,
    debuggerSink: openDebuggerSink(system),
    listeners: observation.listeners,
    logger: system.logger,
    now: () => system.now(),
    limits: gatewayLimits(system.configuration),
    openMcpEndpoint: mcpEndpoints(operations),
    describe: writeOwn(system, policy),
    usualProfile: system.host.profile,
    cookieName: settings.text('SessionName'),
    remoteAddress: (request) => policy.clientAddress(request),
  });
}

interface Open {
  readonly http: HttpServer;
  readonly acceptor: Acceptor | undefined;
  readonly administration: Administration | undefined;
}

function stopOnce(system: System, gateway: Gateway, { http, acceptor, administration }: Open): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    const seconds = system.configuration.http.stopTimeout;
    administration?.announceEnd();
    http.announceEnd();
    await acceptor?.close(() => http.isAnswering);
    if (!(await http.stop(seconds))) system.logger.warn(`requests that ran longer than ${seconds} s were aborted`);
    // A request that was cut off may still wait for something that never comes; its entries are all that is lost.
    await Promise.race([gateway.drain(), wait(DRAIN_MILLISECONDS, undefined, { ref: false })]);
    await system.closing.close();
  };
  return () => (stopping ??= stop());
}
