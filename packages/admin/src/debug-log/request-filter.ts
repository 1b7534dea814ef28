import { REQUEST_TYPES, SHORTEST_TEXT } from '@ticketgate/database';
import { DEBUG_LEVELS } from '@ticketgate/definition';

import type { RequestSearch } from './find-requests.js';
import { momentIn, readMoment, count, word } from '../tasks/schemas.js';

const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Query parameters that choose recorded requests. */
export const requestFilter = {
  service: word,
  type: {
    enum: REQUEST_TYPES,
    description: '`Provider`: only requests to web services; `Requester`: only those of their invokers',
  },
  operation: { ...word, description: 'its name in the definition, or that of the invoker' },
  level: { enum: DEBUG_LEVELS },
  status: { ...count, maximum: 999 },
  statusClass: { enum: CLASSES, description: 'only requests answered with such a status' },
  failed: { type: 'boolean', description: 'true: only requests that failed; false: only others' },
  errorCode: word,
  method: { ...word, maxLength: 20 },
  path: { ...word, maxLength: 300, description: 'all of it, or its beginning with `*` behind it' },
  from: momentIn,
  to: momentIn,
  address: word,
  caller: word,
  apiKey: { ...word, description: 'the name of the API key that it came with' },
  slowerThan: { ...count, description: 'milliseconds' },
  text: {
    ...word,
    minLength: SHORTEST_TEXT,
    description: 'in what was recorded, within the 24 hours before `to` or now unless `from` says otherwise',
  },
} as const;

interface Asked extends Omit<RequestSearch, 'from' | 'to' | 'statusClass' | 'isFailed'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly statusClass?: (typeof CLASSES)[number] | undefined;
  readonly failed?: boolean | undefined;
}

/** @throws OperationError `Admin.InputInvalid` */
export function readFilter({ from, to, statusClass, failed, ...rest }: Asked): RequestSearch {
  const digit = statusClass === undefined ? undefined : Number(statusClass[0]);
  return { ...rest, statusClass: digit, isFailed: failed, from: readMoment(from), to: readMoment(to) };
}
