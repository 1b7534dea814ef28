import type { OperationRegistry } from '@ticketgate/gateway';
import type { Plugin, PluginHost } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { registerPlugins, type PluginProblem } from '../plugins/register-plugins.js';
import { startServices, type ServicesByOperation } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';

/** The operations of all plugins with what they share: ready to be called. */
export interface ReadyOperations {
  readonly operations: OperationRegistry;
  readonly services: ServicesByOperation;
}

/**
 * Registers the operations of all plugins and starts the services that they share.
 *
 * @throws ConfigurationError `Server.PluginBroken` with everything that is wrong
 */
export async function setUpPlugins(system: System): Promise<ReadyOperations> {
  const { operations, problems } = registerPlugins(system.plugins);
  requireNone(problems);
  const started = await startServices(system.plugins, {
    hostFor: (plugin) => hostFor(system, plugin),
    onStarted(plugin, close) {
      system.closing.add(`the plugin ${plugin.name}`, close);
    },
  });
  requireNone(started.problems);
  return { operations, services: started.services };
}

function requireNone(problems: readonly PluginProblem[]): void {
  if (problems.length === 0) return;
  const message = problems.map((problem) => problem.message).join('\n');
  throw new ConfigurationError(message, { code: 'Server.PluginBroken' });
}

function hostFor(system: System, plugin: Plugin): PluginHost {
  const { database, settings, accounts, isAttached, snapshots } = system;
  return {
    database,
    settings,
    accounts,
    isAttached,
    logger: system.logger.child({ plugin: plugin.name }),
    now: () => system.now(),
    snapshot: (name, load) => snapshots.snapshot(`${plugin.name}/${name}`, load),
  };
}
