import { dirname, resolve } from 'node:path';
import { isData, type Data } from '@ticketgate/sdk';

/** Makes the paths of one configuration file absolute: they are relative to that file. */
export function resolvePaths(options: Data, file: string): Data {
  const folder = dirname(file);
  const absolute = (value: unknown) => (typeof value === 'string' ? resolve(folder, value) : value);
  const member = (section: string, key: string) => {
    const value = options[section];
    return isData(value) && key in value ? { [section]: { ...value, [key]: absolute(value[key]) } } : {};
  };
  return {
    ...options,
    ...('data' in options ? { data: absolute(options.data) } : {}),
    ...('plugins' in options ? { plugins: resolvePlugins(options.plugins, folder) } : {}),
    ...member('webServices', 'folder'),
    ...member('catalogue', 'file'),
  };
}

/** Names of packages stay as they are; what starts with a dot is a path. */
function resolvePlugins(plugins: unknown, folder: string): unknown {
  if (!Array.isArray(plugins)) return plugins;
  return plugins.map((plugin: unknown) =>
    typeof plugin === 'string' && plugin.startsWith('.') ? resolve(folder, plugin) : plugin,
  );
}
