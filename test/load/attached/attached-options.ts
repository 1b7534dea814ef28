import { parseArgs } from 'node:util';

import { readConnections, readOperations } from '../against/against-options.js';
import type { OperationName } from '../requests/gateway-probes.js';

export interface AttachedOptions {
  readonly connections: readonly number[];
  readonly operations: readonly OperationName[];
}

/** One way to read, to find by what is equal and by what contains, and to log in. Those that write come last: they add tickets. */
const DEFAULT_OPERATIONS: readonly OperationName[] = [
  'TicketGet',
  'TicketSearch title',
  'TicketSearch title and queue',
  'TicketSearch %word%',
  'SessionCreate',
  'TicketUpdate',
  'TicketCreate',
];

export const ATTACHED_USAGE = `npm run bench -- attached [--connections 1,8,16,64] [--operations TicketGet,…]
npm run bench -- hosts [--connections 8] [--operations TicketGet,…]`;

/**
 * @param connections by default
 * @throws Error with what is wrong and how it is written
 */
export function readAttachedOptions(words: readonly string[], connections = '1,8,16,64'): AttachedOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const options = { connections: text(connections), operations: text(DEFAULT_OPERATIONS.join(',')) };
  const { values } = parseArgs({ args: [...words], options });
  return { connections: readConnections(values.connections), operations: readOperations(values.operations) };
}
