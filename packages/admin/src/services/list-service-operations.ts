import { RequestCounts } from '@ticketgate/database';

import { weekAgo } from '../admin-system.js';
import { DraftMissing } from '../api/api-errors.js';
import { definitionText, getService } from './find-service.js';
import { describeOperations, MAPPINGS } from './describe-operations.js';
import { ServiceUnknown } from './service-errors.js';
import { defineAction, type ActionSystem } from '../tasks/action.js';
import {
  inputObject,
  integer,
  listOf,
  momentOrNull,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
  word,
} from '../tasks/schemas.js';
import { exampleSchema } from './service-schemas.js';

const call = named(
  'OperationCall',
  objectOf({
    method: text,
    path: { ...text, description: 'Below the path of the web service, with members of the input in braces.' },
    pathMembers: listOf(text),
    place: oneOf('query', 'body', 'either'),
  }),
);

const mapping = oneOf(...MAPPINGS);

const usage = named(
  'OperationUsage',
  objectOf({
    requests: { ...integer, description: 'of the last 7 days' },
    failed: { ...integer, description: 'of these' },
    last: { ...momentOrNull, description: 'to the minute; null if there was none for 30 days' },
  }),
);

export const listServiceOperations = defineAction({
  summary:
    'Lists the operations of a web service as clients call them, with examples and mappings. `obstacle` says why no request reaches an operation.',
  input: inputObject(
    { name: word },
    { draft: { type: 'boolean', default: false, description: 'those of the draft instead of the current version' } },
  ),
  answer: objectOf({
    items: listOf(
      named(
        'ServiceOperation',
        objectOf({
          name: text,
          type: { ...text, description: 'For example Ticket::TicketGet.' },
          summary: text,
          obstacle: textOrNull,
          calls: { ...listOf(call), description: 'The requests that call it, the first one first.' },
          examples: listOf(exampleSchema),
          requests: optional({
            ...listOf(
              named(
                'OperationBody',
                objectOf({
                  contentType: { ...text, description: 'The value of its header Content-Type.' },
                  body: text,
                }),
              ),
            ),
            description:
              'Where requests are not JSON: a body for each example, or one without members, to be sent by POST.',
          }),
          inbound: mapping,
          outbound: mapping,
          usage: { ...usage, description: 'How often it is called, and how often that fails.' },
        }),
      ),
    ),
  }),
  errors: [ServiceUnknown, DraftMissing],
  async run({ name, draft }, { system }) {
    const described = await describeOperations(system, name, await definitionText(system, name, draft));
    const usages = await usagesOf(system, name);
    return { items: described.map((each) => ({ ...each, usage: usages.get(each.name) ?? UNUSED })) };
  },
});

const UNUSED = { requests: 0, failed: 0, last: null };

async function usagesOf(system: ActionSystem, name: string) {
  const { id } = await getService(system, name);
  const counts = await new RequestCounts(system.database).ofOperations(id, weekAgo(system));
  return new Map(counts.map(({ operation, requests, failed, last }) => [operation, { requests, failed, last }]));
}
