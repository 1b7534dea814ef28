import { suggest, withSuggestion, type Data, type Settings } from '@ticketgate/sdk';

import { splitEntries } from '../../request/split-entries.js';
import { readFlags } from '../../request/contract-input.js';
import { invalid } from '../../request/input-errors.js';
import { readList, readText } from '../ticket-search/parameters/read-parameter.js';
import { textOf } from '../../request/family-values.js';
import { TICKET_MEMBERS } from './schema.js';

/** What of the tickets is asked for. */
export interface PageRequest {
  /** Tickets of this page at most. */
  readonly limit: number;
  /** The end of the page before. */
  readonly after: string | undefined;
  /** Undefined for all members. */
  readonly members: ReadonlySet<string> | undefined;
  readonly hasDynamicFields: boolean;
  readonly hasTotal: boolean;
}

const NAME = 'TicketList';
const DEFAULT_LIMIT = 100;
const MOST = 1000;

/** @throws OperationError `TicketList.InvalidParameter` */
export function readPageRequest(input: Data, settings: Settings): PageRequest {
  const flags = readFlags(input, ['DynamicFields', 'Total'], NAME);
  return {
    limit: readLimit(input.Limit),
    after: readText(input, 'After'),
    members: readMembers(input, settings),
    hasDynamicFields: flags.DynamicFields === 1,
    hasTotal: flags.Total === 1,
  };
}

function readLimit(value: unknown): number {
  const limit = Number(value) || DEFAULT_LIMIT;
  if (limit <= MOST) return limit;
  throw invalid(NAME, `Limit is ${limit}; write ${MOST} at most, and ask for more with After.`);
}

function readMembers(input: Data, settings: Settings): ReadonlySet<string> | undefined {
  const list = readList(input, 'Fields');
  if (list === undefined) return undefined;
  const names = splitEntries(list, 'Fields', { operation: NAME, settings }).map((name) => textOf(name).trim());
  const unknown = names.find((name) => !TICKET_MEMBERS.includes(name));
  if (unknown === undefined) return new Set(['TicketID', ...names]);
  const sentence = `Fields has "${unknown}", which tickets do not have.`;
  const known = `Known are ${TICKET_MEMBERS.join(', ')}.`;
  throw invalid(NAME, withSuggestion(sentence, suggest(unknown, TICKET_MEMBERS), known));
}
