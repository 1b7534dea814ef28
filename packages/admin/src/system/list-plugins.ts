import { basename } from 'node:path';
import type { ReadyOperations, System } from '@ticketgate/runtime';

import type { ListedPlugins } from '../api/api-system.js';

/** Plugins with their operations, and what is wrong with them. */
export function listPlugins({ plugins }: System, { problems }: ReadyOperations): ListedPlugins {
  return {
    items: plugins.map(({ name, operations }) => ({ name, operations: operations.map(({ type }) => type).sort() })),
    problems: problems.map(({ entry, code, message }) => ({ name: basename(entry.name), code, message })),
  };
}
