import { KeyedRequests } from '@ticketgate/database';
import { RequestTransactions } from '@ticketgate/database/postgres';
import type { OperationPorts } from '@ticketgate/gateway';
import type { Plugin, PluginHost, Database } from '@ticketgate/sdk';

import type { Listener } from '../events/plugin-consumer.js';
import { createEvents } from '../events/plugin-events.js';
import { Invokers } from '../invokers/invokers.js';
import { reportProblems, requireUsable } from './plugin-problem.js';
import { registerPlugins } from './register-plugins.js';
import { startServices, type ServicesByOperation } from './start-services.js';
import type { System } from '../system/open-system.js';
import { callContext } from '../call-context.js';

/** The operations of all plugins, ready to be called. */
export type ReadyOperations = Readonly<Awaited<ReturnType<typeof setUpPlugins>>>;

/**
 * Registers the operations of all plugins and starts their services. A broken plugin does not affect the others.
 *
 * @throws ConfigurationError `Server.PluginBroken` with all problems, if a required plugin has one
 */
export async function setUpPlugins(system: System) {
  const { loadedPlugins, logger } = system;
  const registered = registerPlugins(loadedPlugins);
  requireUsable(registered.problems);
  const started = await startServices(loadedPlugins, {
    hostFor: (plugin) => hostFor(system, plugin),
    onStarted(plugin, close) {
      system.closing.add(`the plugin ${plugin.name}`, close);
    },
  });
  const problems = [...registered.problems, ...started.problems];
  requireUsable(problems);
  reportProblems(problems, logger);
  const { services, broken } = started;
  const { operations } = broken.size === 0 ? registered : registerPlugins(loadedPlugins, { broken });
  /** Plugins that listen to events. */
  const listeners = [...started.servicesByPlugin].flatMap(([plugin, own]): readonly Listener[] =>
    Object.keys(plugin.events ?? {}).length === 0 ? [] : [{ plugin, services: own }],
  );
  const ports = callPorts(system, services);
  const invokers = new Invokers(system, operations, ports);
  return { operations, services, ports, invokers, listeners, problems: [...loadedPlugins.problems, ...problems] };
}

function hostFor(system: System, plugin: Plugin): PluginHost {
  const { database, settings, accounts, isAttached, tables, snapshots } = system;
  return {
    database,
    settings,
    accounts,
    isAttached,
    tables,
    logger: system.logger.child({ plugin: plugin.name }),
    events: createEvents(plugin, system),
    now: () => system.now(),
    snapshot: (name, load) => snapshots.snapshot(`${plugin.name}/${name}`, load),
  };
}

/** Connects calls of operations with the parts of the system. */
export function callPorts(system: System, services: ServicesByOperation): OperationPorts {
  const transactions = new RequestTransactions(system.database, system.configuration.database.poolSize);
  const keyed = new KeyedRequests(transactions.most);
  /** The transactions of contexts, which show operations only a wrapper of them. */
  const transactionsByContext = new WeakMap<object, Database>();
  return {
    createContext(scope, within) {
      const context = callContext({ system, services, scope }, within);
      if (within?.database !== undefined) transactionsByContext.set(context, within.database);
      return context;
    },
    inTransaction: (signal, work) => transactions.run(signal, work),
    async runOnce(context, { key, fingerprint }, work) {
      const caller = await context.authenticate();
      if (caller === undefined) return { kind: 'done', result: await work() };
      const { webService, name } = context.binding;
      const who = `${caller.type}\n${caller.login}`;
      const scope = `${webService.id}\n${name}\n${who}`;
      const transaction = transactionsByContext.get(context) ?? context.database;
      return keyed.run(transaction, { scope, key, fingerprint, now: context.now(), caller: who }, work);
    },
  };
}
