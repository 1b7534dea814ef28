import { RecordedRequests, REQUEST_TYPES } from '@ticketgate/database';

import { findRequests } from './find-requests.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { defineAction } from '../tasks/action.js';
import {
  inputObject,
  flag,
  integer,
  listOf,
  moment,
  named,
  number,
  objectOf,
  oneOf,
  rowID,
  text,
  textOrNull,
} from '../tasks/schemas.js';
import { limitSchema } from '../tasks/pages.js';
import { readFilter, requestFilter } from './request-filter.js';

export const request = {
  id: integer,
  communicationID: text,
  type: oneOf(...REQUEST_TYPES),
  requestID: textOrNull,
  traceID: textOrNull,
  created: moment,
  serviceID: integer,
  service: text,
  operation: textOrNull,
  method: text,
  path: textOrNull,
  level: text,
  status: integer,
  errorCode: textOrNull,
  milliseconds: number,
  caller: textOrNull,
  apiKey: { ...textOrNull, description: 'The name of the API key that it came with; null for other credentials.' },
  address: textOrNull,
  bytesReceived: integer,
  bytesSent: integer,
  isTruncated: flag,
};

export const requestSchema = named('RecordedRequest', objectOf(request));

export const listRequests = defineAction({
  summary:
    'Lists recorded requests, the newest or the oldest first; `isCutShort` is true if the search for a text took too long.',
  input: inputObject(
    {},
    {
      limit: limitSchema,
      order: { enum: ['newest', 'oldest'], default: 'newest', description: 'which ones come first' },
      before: {
        ...rowID,
        description: 'only requests before this id; with the newest first, the `next` of the page before',
      },
      after: {
        ...rowID,
        description: 'only requests after this id; with the oldest first, the `next` of the page before',
      },
      ...requestFilter,
    },
  ),
  answer: objectOf({
    items: listOf(requestSchema),
    next: { anyOf: [integer, { type: 'null' }] },
    isCutShort: flag,
  }),
  errors: [ServiceUnknown],
  async run({ limit, order, before, after, ...filter }, { system }) {
    const log = { ...system, requests: new RecordedRequests(system.database), now: () => system.now() };
    const { requests, isCut, next } = await findRequests(log, readFilter(filter), {
      limit,
      order,
      before,
      after,
    });
    return { items: requests, next: next ?? null, isCutShort: isCut };
  },
});
