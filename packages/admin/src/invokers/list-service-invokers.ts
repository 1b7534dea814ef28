import {
  findRefusal,
  httpOf,
  offMainThread,
  targetOf,
  type InvokerDefinition,
  type RequesterDefinition,
} from '@ticketgate/definition';
import { reachableHosts } from '@ticketgate/runtime';

import { DraftMissing } from '../api/api-errors.js';
import { definitionText } from '../services/find-service.js';
import { MAPPINGS, mappingsOf } from '../services/describe-operations.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { defineAction } from '../tasks/action.js';
import {
  inputObject,
  anything,
  flag,
  listOf,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
  word,
} from '../tasks/schemas.js';

const mapping = oneOf(...MAPPINGS);

export const listServiceInvokers = defineAction({
  summary: 'Lists the invokers of a web service: what calls each, where its requests go, and which mappings it has.',
  input: inputObject(
    { name: word },
    { draft: { type: 'boolean', default: false, description: 'those of the draft instead of the current version' } },
  ),
  answer: objectOf({
    refused: optional({ ...text, description: 'Why their requests may not be sent.' }),
    items: listOf(
      named(
        'ServiceInvoker',
        objectOf({
          name: text,
          type: text,
          description: text,
          method: { ...textOrNull, description: 'Null where the transport has none for it.' },
          path: { ...textOrNull, description: 'Below the host, without its query; null where there is none.' },
          events: listOf(named('InvokerEvent', objectOf({ event: text, isAsynchronous: flag, hasCondition: flag }))),
          inbound: mapping,
          outbound: mapping,
          examples: {
            ...listOf(named('InvokerExample', objectOf({ summary: text, data: anything }))),
            description: 'Data to call it with.',
          },
        }),
      ),
    ),
  }),
  errors: [ServiceUnknown, DraftMissing],
  async run({ name, draft }, { system }) {
    const definition = await definitionText(system, name, draft);
    const { webService } = await offMainThread('load', definition, name, { mostBytes: system.definitionBytes });
    const requester = webService?.requester;
    if (requester === undefined) return { items: [] };
    const { types } = await system.requester();
    const items = [...requester.invokers.values()].map((invoker) => ({
      ...describe(invoker, requester),
      examples: (types.get(invoker.type)?.examples ?? []).map(({ summary, data }) => ({ summary, data })),
    }));
    const http = httpOf(requester.transport);
    const refused = http && findRefusal(http, reachableHosts(system.configuration));
    return { items, refused: refused?.reason };
  },
});

function describe(
  { name, type, description, events, ...entry }: InvokerDefinition,
  { transport }: RequesterDefinition,
) {
  return {
    name,
    type,
    description,
    ...addressOf(name, transport),
    events: events.map(({ event, isAsynchronous, condition }) => ({
      event,
      isAsynchronous,
      hasCondition: condition !== undefined,
    })),
    ...mappingsOf(entry),
  };
}

function addressOf(invoker: string, transport: RequesterDefinition['transport']) {
  const { method, controller } = findTarget(invoker, transport) ?? {};
  return { method: method ?? null, path: controller?.replace(/\?.*$/s, '') ?? null };
}

function findTarget(invoker: string, transport: RequesterDefinition['transport']) {
  const http = httpOf(transport);
  return http && targetOf(http, invoker);
}
