import type { OperationRegistry } from '@ticketgate/gateway';
import type { Plugin, PluginHost } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { registerPlugins } from '../plugins/register-plugins.js';
import type { System } from '../system/open-system.js';

/**
 * Sets up all plugins and collects their operations.
 *
 * @throws ConfigurationError `Server.PluginBroken` with all that is wrong
 */
export async function setUpPlugins(system: System): Promise<OperationRegistry> {
  const { operations, problems } = await registerPlugins(system.plugins, {
    hostFor: (plugin) => hostFor(system, plugin),
    onInstance(plugin, instance) {
      system.closing.add(`the plugin ${plugin.name}`, () => instance.close?.());
    },
  });
  if (problems.length === 0) return operations;
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
