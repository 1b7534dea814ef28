import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerFolder, silentLogger, startServerProcess, type ServerProcess } from '../../support/index.js';
import { openDatabase, type OpenDatabase } from '@ticketgate/database/postgres';
import { startEmbeddedServer } from '@ticketgate/database';

import { benchServices } from './bench-services.js';
import { readPostmaster } from './process-meter.js';
import { ROOT } from '../../support/root.js';

const PASSWORD = 'bench-Passw0rd-1';

/** How a request says who is calling. */
export interface Credentials {
  readonly UserLogin: string;
  readonly Password: string;
  readonly ApiKey: string;
}

/** How a server differs from the others. */
export interface GatewayOptions {
  /** For `ticketgate serve`. */
  readonly words?: readonly string[];
  /** YAML, after {@link BENCH_CONFIGURATION}. */
  readonly configuration?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A PostgreSQL that systems are built on. */
export interface BenchServer {
  readonly url: string;
  /** Where it writes its log. */
  readonly log: string;
  /** The process whose children serve connections. */
  readonly pid: number;
  stop(): Promise<unknown>;
}

/** A PostgreSQL of its own, with the product's settings, an agent who may do everything in the group `users`, and a customer. */
export interface BenchSystem {
  readonly databaseURL: string;
  readonly database: OpenDatabase;
  /** Where PostgreSQL writes its log. */
  readonly databaseLog: string;
  /** The process whose children serve connections. */
  readonly databasePID: number;
  readonly credentials: Credentials;
  /** A server on that database. */
  startGateway(options?: GatewayOptions): Promise<ServerProcess>;
  /** Puts definitions beside those that are there; the next start applies them. */
  addServices(services: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}

export const BENCH_CONFIGURATION = `webServices: { folder: webservices, watch: false }
catalogue: { file: catalogue.yml }
log: { level: warn }
`;

export const BENCH_CATALOGUE = `DynamicFields: [{ Name: Reference, FieldType: Text }]
CustomerUsers: [{ Login: carla, Email: carla@customer.org, CustomerID: ACME, FirstName: Carla, LastName: Customer }]
`;

export async function startSystem(
  definitions = benchServices(),
  startServer: (folder: string) => Promise<BenchServer> = startOwnServer,
): Promise<BenchSystem> {
  const folder = makeServerFolder();
  const server = await startServer(folder.path);
  const environment = { DATABASE_URL: server.url };
  const services = join(folder.path, 'webservices');
  mkdirSync(services);
  writeFileSync(join(folder.path, 'catalogue.yml'), BENCH_CATALOGUE);
  writeFileSync(join(folder.path, 'config.yml'), BENCH_CONFIGURATION);
  const database = await openDatabase({
    url: server.url,
    poolSize: 2,
    statementTimeout: 1_800_000,
    logger: silentLogger,
  });
  const addServices = (texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(services, `${name}.yml`), text);
  };
  addServices(definitions);
  const gateways: ServerProcess[] = [];
  const credentials = makeAgent({
    ...environment,
    TICKETGATE_CONFIG: `${join(ROOT, 'config/gateway.yml')},${join(folder.path, 'config.yml')}`,
  });
  return {
    databaseURL: server.url,
    database,
    databaseLog: server.log,
    databasePID: server.pid,
    credentials,
    async startGateway({ words = [], configuration = '', environment: more = {} } = {}) {
      const gateway = await startServerProcess(folder.path, {
        environment: { ...environment, ...more },
        configuration: `${BENCH_CONFIGURATION}${configuration}`,
        words,
      });
      gateways.push(gateway);
      return gateway;
    },
    addServices,
    async stop() {
      for (const gateway of gateways) await gateway.stop();
      await database.close();
      await server.stop();
      folder.remove();
    },
  };
}

async function startOwnServer(folder: string): Promise<BenchServer> {
  const server = await startEmbeddedServer({ folder: join(folder, 'data'), logger: silentLogger });
  return {
    url: server.url,
    log: join(server.folder, 'postgresql.log'),
    pid: readPostmaster(join(server.folder, 'postgresql')),
    stop: () => server.stop(),
  };
}

function makeAgent(environment: Readonly<Record<string, string>>): Credentials {
  const names = ['--first-name', 'Bea', '--last-name', 'Bench', '--email', 'bench@example.org'];
  runCommand(['migrate'], { environment });
  runCommand(['agent', 'add', 'bench', ...names, '--group', 'users'], { environment, input: `${PASSWORD}\n` });
  const output = runCommand(['api-key', 'create', 'bench', '--agent', 'bench'], { environment });
  const [key] = /tg_[\w-]+/.exec(output) ?? [];
  if (key === undefined) throw new Error(`No key in what "api-key create" said: ${output}`);
  return { UserLogin: 'bench', Password: PASSWORD, ApiKey: key };
}

/**
 * A `ticketgate` command, as an administrator would run it.
 *
 * @throws Error with what it said
 */
export function runCommand(
  words: readonly string[],
  { environment, input = '' }: { environment: Readonly<Record<string, string>>; input?: string },
): string {
  const command = join(ROOT, 'packages/ticketgate/bin/ticketgate.js');
  const options = { input, env: { ...process.env, ...environment }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], options);
  if (status !== 0) throw new Error(`ticketgate ${words.join(' ')} failed: ${stderr}`);
  return stdout;
}
