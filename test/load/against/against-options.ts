import { parseArgs } from 'node:util';

import { OPERATIONS, type OperationName } from '../requests/gateway-probes.js';
import { FEWEST_VALUES } from './median-interval.js';

export interface AgainstOptions {
  /** The other checkout. */
  readonly checkout: string;
  readonly connections: readonly number[];
  readonly operations: readonly OperationName[];
  /** Of each side, per operation and number of connections; for each, both are started anew. */
  readonly turns: number;
  /** Length of a turn. */
  readonly seconds: number;
  /** Whether they serve copies of a host's database, instead of stand-alone ones. */
  readonly attached: boolean;
}

/** One way to write, to read, to change, to find by what is equal and by what contains, and to log in. */
const DEFAULT_OPERATIONS: readonly OperationName[] = [
  'TicketCreate',
  'TicketGet',
  'TicketUpdate',
  'TicketSearch title',
  'TicketSearch %word%',
  'SessionCreate',
];

export const USAGE = `npm run bench -- against <checkout> [--connections 1,8,16,64] [--operations TicketGet,…] [--turns 12] [--seconds 1] [--attached]
Operations: ${OPERATIONS.join(', ')}.`;

/** @throws Error with what is wrong and how it is written */
export function readAgainstOptions(words: readonly string[]): AgainstOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      connections: text('16'),
      operations: text(DEFAULT_OPERATIONS.join(',')),
      turns: text('12'),
      seconds: text('1'),
      attached: { type: 'boolean', default: false },
    },
  });
  const [checkout, ...more] = positionals;
  if (checkout === undefined || more.length > 0) throw new Error('Name one checkout to compare with.');
  return {
    checkout,
    connections: readConnections(values.connections),
    operations: readOperations(values.operations),
    turns: wholeNumber('--turns', values.turns, FEWEST_VALUES),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    attached: values.attached,
  };
}

/** @throws Error with how they are written */
export function readConnections(text: string): readonly number[] {
  return text.split(',').map((each) => wholeNumber('--connections', each, 1));
}

/** @throws Error with what is not measured */
export function readOperations(text: string): readonly OperationName[] {
  return text.split(',').map(operationOf);
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${option} is "${text}"; write whole numbers from ${least}.`);
}

function operationOf(text: string): OperationName {
  const operation = OPERATIONS.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (operation === undefined) throw new Error(`--operations: "${text}" is not measured.`);
  // Its pages are found once per server, and checkouts from before TicketList have none.
  if (operation === 'TicketList deep page') throw new Error(`--operations: "${operation}" is not compared.`);
  return operation;
}
