import { dirname, resolve } from 'node:path';
import { isData, type Data } from '@ticketgate/sdk';

/** Makes the paths of one configuration file absolute: they are relative to that file. */
export function resolvePaths(options: Data, file: string): Data {
  const folder = dirname(file);
  const absolute = (value: unknown) => (typeof value === 'string' ? resolve(folder, value) : value);
  const section = (name: string, keys: readonly string[]) => {
    const values = options[name];
    if (!isData(values)) return {};
    const paths = keys.filter((key) => key in values).map((key): [string, unknown] => [key, absolute(values[key])]);
    return { [name]: { ...values, ...Object.fromEntries(paths) } };
  };
  return {
    ...options,
    ...('data' in options ? { data: absolute(options.data) } : {}),
    ...('plugins' in options ? { plugins: resolvePlugins(options.plugins, folder) } : {}),
    ...section('tls', ['certificate', 'key']),
    ...section('webServices', ['folder']),
    ...section('catalogue', ['file']),
  };
}

/** Plugins that start with a dot are paths, others are names of packages. */
function resolvePlugins(plugins: unknown, folder: string): unknown {
  if (!Array.isArray(plugins)) return plugins;
  const absolute = (name: unknown) => (typeof name === 'string' && name.startsWith('.') ? resolve(folder, name) : name);
  return plugins.map((plugin: unknown) =>
    isData(plugin) ? { ...plugin, name: absolute(plugin.name) } : absolute(plugin),
  );
}
