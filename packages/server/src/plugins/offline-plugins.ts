import { OperationError, type Plugin, type PluginHost } from '@ticketgate/sdk';

import { registerPlugins, type RegisteredPlugins, type RegisterOptions } from './register-plugins.js';

/** Sets up plugins without a database: what is needed to check definitions and to tell what would be served. */
export function setUpOffline(
  plugins: readonly Plugin[],
  options: Pick<RegisterOptions, 'setupSeconds'> = {},
): Promise<RegisteredPlugins> {
  return registerPlugins(plugins, { ...options, hostFor: () => offlineHost });
}

/**
 * The operation types of plugins, found without a database.
 *
 * @returns undefined when a plugin cannot be set up; then nobody can say which types there are
 */
export async function findOperationTypes(plugins: readonly Plugin[]): Promise<readonly string[] | undefined> {
  const { operations, problems } = await setUpOffline(plugins);
  return problems.length === 0 ? operations.types() : undefined;
}

function refuse(): never {
  throw new OperationError(
    'Server.Offline',
    'It asked for the database, which is not there while definitions are checked.',
    { status: 500 },
  );
}

const silence = () => undefined;
const silentLogger: PluginHost['logger'] = {
  error: silence,
  warn: silence,
  info: silence,
  debug: silence,
  child: () => silentLogger,
};

/** Lends a plugin everything but data: operations may be made, not run. */
const offlineHost: PluginHost = {
  database: {
    query: async () => refuse(),
    withTransaction: async () => refuse(),
    withConnection: async () => refuse(),
    get knex() {
      return refuse();
    },
  },
  settings: { get: refuse, flag: refuse, number: refuse, text: refuse },
  accounts: {
    directory: async () => refuse(),
    customers: {
      findByLogin: async () => refuse(),
      findByEmail: async () => refuse(),
      customerIDs: async () => refuse(),
      groupIDs: async () => refuse(),
    },
    sessions: { create: async () => refuse(), read: async () => refuse(), remove: async () => refuse() },
  },
  logger: silentLogger,
  isAttached: false,
  now: () => new Date(),
  snapshot: () => ({ current: async () => refuse(), drop: async () => undefined }),
};
