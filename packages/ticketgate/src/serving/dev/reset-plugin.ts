import { resetMigrations } from '@ticketgate/database';
import { DatabaseURL } from '@ticketgate/database/postgres';
import { createStartError, isLoopback } from '@ticketgate/sdk';
import { developedPlugins, type LoadedConfiguration, loadPlugins, type System } from '@ticketgate/runtime';

export const ResetRefused = createStartError<{ reason: string }>(
  'Server.ResetRefused',
  ({ reason }) => `--reset drops nothing: ${reason}`,
);

/**
 * Drops what the migrations of a plugin have made. The worker that starts next applies them anew.
 *
 * @returns what was done, for people
 * @throws StartError `Server.ResetRefused`
 */
export async function resetPlugin(name: string, system: System, loaded: LoadedConfiguration): Promise<string> {
  if (system.isAttached) throw new ResetRefused({ reason: 'the database belongs to a host system.' });
  if (!isHere(system)) throw new ResetRefused({ reason: 'the database is not on this machine.' });
  const plugins = developedPlugins(await loadPlugins(loaded.configuration.plugins, loaded.root));
  const plugin = plugins.find((each) => each.name === name);
  if (plugin === undefined) {
    const names = plugins.map((each) => each.name).join(', ') || 'none';
    throw new ResetRefused({ reason: `"${name}" is not a plugin that "plugins:" names by path (${names}).` });
  }
  const dropped = await resetMigrations(system.database, plugin);
  return `Dropped ${dropped.join(', ') || 'nothing'}: the migrations of ${name} are applied anew.\n`;
}

function isHere({ location }: System): boolean {
  const { hosts } = new DatabaseURL(location.url);
  const areHere = hosts.every(({ host }) => host === '' || host.startsWith('/') || isLoopback(host));
  return location.embedded !== undefined || areHere;
}
