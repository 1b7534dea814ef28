import { basename } from 'node:path';
import type { ListedPlugins } from '@ticketgate/admin';

import type { ReadyOperations } from '../serving/set-up-plugins.js';
import type { System } from '../system/open-system.js';

/** Plugins with their operations, and what is wrong with them. */
export function listPlugins({ plugins }: System, { problems }: ReadyOperations): ListedPlugins {
  return {
    items: plugins.map(({ name, operations }) => ({ name, operations: operations.map(({ type }) => type).sort() })),
    problems: problems.map(({ entry, code, message }) => ({ name: basename(entry.name), code, message })),
  };
}
