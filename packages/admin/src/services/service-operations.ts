import { RequestCounts } from '@ticketgate/database';
import { type MappedEntry, type MappingDefinition, offMainThread } from '@ticketgate/definition';
import { type DescribedBody, describeInSteps, type OwnDocument } from '@ticketgate/describe';
import { inSteps, type Operation, type OperationExample } from '@ticketgate/sdk';
import {
  flagOrFalse,
  inputObject,
  integer,
  listOf,
  listOfNamed,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { type AdminSystem, weekAgo } from '../admin-system.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { momentOrNull, word } from '../tasks/schemas.js';
import { countedSinceSchema, findCountedSince } from './counted-since.js';
import { definitionText, getService } from './find-service.js';
import { ServiceUnknown, DraftMissing } from './service-errors.js';
import { exampleSchema } from './service-schemas.js';
import { asEntries } from '../tasks/pages.js';

export const MAPPINGS = ['none', 'Simple', 'XSLT', 'Test', 'Znuny', 'OutOfOffice', 'broken'] as const;

/** The operations of a definition, those with routes first; none if it cannot be read. */
export async function describeOperations(
  { operations, definitionBytes }: Pick<AdminSystem, 'operations' | 'definitionBytes'>,
  name: string,
  text: string,
) {
  const { webService } = await offMainThread('load', text, name, { mostBytes: definitionBytes });
  if (webService === undefined) return [];
  const known = { get: (type: string): Operation | undefined => operations.get(type)?.operation };
  const described = await inSteps(describeInSteps({ name, webService }, known));
  const mappings = (operation: string) => nameMappings(webService.operations.get(operation));
  return [
    ...described.operations.map(({ name: operation, type, summary, calls, examples }) => ({
      name: operation,
      type,
      summary,
      obstacle: null,
      calls,
      examples: examples.map(({ summary: shows, input }) => ({ summary: shows, input })),
      requests: writeExamples(described.ownDocument, operation, examples),
      ...mappings(operation),
    })),
    ...described.unreachable.map(({ name: operation, reason }) => {
      const { type = '', description = '' } = webService.operations.get(operation) ?? {};
      const unreached = { name: operation, type, summary: description, obstacle: reason, calls: [], examples: [] };
      return { ...unreached, ...mappings(operation) };
    }),
  ];
}

function writeExamples(
  document: OwnDocument | undefined,
  operation: string,
  examples: readonly OperationExample[],
): readonly DescribedBody[] | undefined {
  const inputs = examples.length === 0 ? [{}] : examples.map(({ input }) => input);
  return document && inputs.map((input) => document.request(operation, input));
}

/** The types of both mappings of an entry. */
export function nameMappings({ inbound, outbound }: Partial<Pick<MappedEntry, 'inbound' | 'outbound'>> = {}) {
  return { inbound: KINDS[inbound?.kind ?? 'none'], outbound: KINDS[outbound?.kind ?? 'none'] };
}

const KINDS: Readonly<Record<MappingDefinition['kind'], (typeof MAPPINGS)[number]>> = {
  none: 'none',
  pass: 'none',
  simple: 'Simple',
  xslt: 'XSLT',
  test: 'Test',
  znuny: 'Znuny',
  'out-of-office': 'OutOfOffice',
  broken: 'broken',
};

const call = named('OperationCall', {
  method: text('The HTTP method.'),
  path: text('Below the path of the web service, with members of the input in braces.'),
  pathMembers: listOf(text(), 'Members of the input that stand in the path, in braces.'),
  place: oneOf(['query', 'body', 'either'], 'Where the other members go: into the query, the body, or either.'),
});

const mapping = oneOf(MAPPINGS);

const usage = named('OperationUsage', {
  requests: integer('of the last 7 days'),
  failed: integer('of these'),
  last: momentOrNull('to the minute; null if there was none for 30 days'),
  since: countedSinceSchema,
});

export const listServiceOperations = task({
  at: 'GET /services/:name/operations',
  needs: 'look',
  summary:
    'Lists the operations of a web service as clients call them, with examples and mappings. `obstacle` says why no request reaches an operation.',
  input: inputObject(
    { name: word('Name of the web service.') },
    { draft: flagOrFalse('those of the draft instead of the current version') },
  ),
  answer: objectOf({
    items: asEntries('ServiceOperation', {
      name: text('Its name.'),
      type: text('For example Ticket::TicketGet.'),
      summary: text('What it does, in a sentence.'),
      obstacle: textOrNull('Why no request can call it; null where some can.'),
      calls: listOf(call, 'The requests that call it, the first one first.'),
      examples: listOf(exampleSchema, 'Requests that work, as clients send them, without credentials.'),
      requests: optional(
        listOfNamed(
          'Where requests are not JSON: a body for each example, or one without members, to be sent by POST.',
          'OperationBody',
          { contentType: text('The value of its header Content-Type.'), body: text('The text of the body.') },
        ),
      ),
      inbound: { ...mapping, description: 'The type of its inbound mapping.' },
      outbound: { ...mapping, description: 'The type of its outbound mapping.' },
      usage: { ...usage, description: 'How often it is called, and how often that fails.' },
    }),
  }),
  errors: [ServiceUnknown, DraftMissing],
  async run({ name, draft }, { system }) {
    const described = await describeOperations(system, name, await definitionText(system, name, draft));
    const { usages, since } = await countUsages(system, name);
    const getUsage = (operation: string) => ({ since, ...(usages.get(operation) ?? UNUSED) });
    return { items: described.map((each) => ({ ...each, usage: getUsage(each.name) })) };
  },
});

const UNUSED = { requests: 0, failed: 0, last: null };

async function countUsages(system: TaskSystem, name: string) {
  const { id } = await getService(system, name);
  const counts = await new RequestCounts(system.reader()).ofOperations(id, weekAgo(system));
  const usages = new Map(
    counts.map(({ operation, requests, failed, last }) => [operation, { requests, failed, last }]),
  );
  return { usages, since: await findCountedSince(system, id) };
}
