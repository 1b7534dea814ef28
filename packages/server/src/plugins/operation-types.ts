import { OperationError, type Plugin, type PluginHost } from '@ticketgate/sdk';

/**
 * The operation types of plugins, found without a database: what is needed to check definitions.
 *
 * @returns undefined when a plugin cannot be set up without one; then nobody can say which types there are
 */
export async function findOperationTypes(plugins: readonly Plugin[]): Promise<readonly string[] | undefined> {
  try {
    const instances = await Promise.all(plugins.map((plugin) => plugin.setup(offlineHost)));
    return instances.flatMap(({ operations }) => operations.map(({ type }) => type));
  } catch {
    return undefined;
  }
}

function refuse(): never {
  throw new OperationError('Server.Offline', 'There is no database while definitions are checked.', { status: 500 });
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
