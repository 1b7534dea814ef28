import { OperationRegistry } from '@ticketgate/gateway';
import type { Plugin, PluginHost } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { System } from '../system/open-system.js';

/** Sets up all plugins and collects their operations. */
export async function setUpPlugins(system: System): Promise<OperationRegistry> {
  const registry = new OperationRegistry();
  for (const plugin of system.plugins) {
    const instance = await setUp(plugin, hostFor(system, plugin));
    for (const operation of instance.operations) registry.register(operation);
    system.closing.add(`the plugin ${plugin.name}`, () => instance.close?.());
  }
  return registry;
}

async function setUp(plugin: Plugin, host: PluginHost) {
  try {
    return await plugin.setup(host);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`The plugin "${plugin.name}" could not be set up: ${reason}`, {
      code: 'Server.PluginBroken',
      cause,
    });
  }
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
