import {
  findRefusal,
  findHttp,
  type InvokerDefinition,
  offMainThread,
  type RequesterDefinition,
  selectTarget,
} from '@ticketgate/definition';
import { reachableHosts } from '@ticketgate/runtime';
import type { CatalogueKind } from '@ticketgate/sdk';
import {
  flagOrFalse,
  anything,
  flag,
  inputObject,
  listOf,
  listOfNamed,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { searchCatalogue } from '../catalogue/catalogue-entries.js';
import { definitionText } from '../services/find-service.js';
import { ServiceUnknown, DraftMissing } from '../services/service-errors.js';
import { MAPPINGS, nameMappings } from '../services/service-operations.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { message, word } from '../tasks/schemas.js';
import { asEntries } from '../tasks/pages.js';

const mapping = oneOf(MAPPINGS);

export const listServiceInvokers = task({
  at: 'GET /services/:name/invokers',
  needs: 'look',
  summary: 'Lists the invokers of a web service: what calls each, where its requests go, and which mappings it has.',
  input: inputObject(
    { name: word('Name of the web service.') },
    { draft: flagOrFalse('those of the draft instead of the current version') },
  ),
  answer: objectOf({
    refused: optional(text('Why their requests may not be sent.')),
    refusedMessage: optional({ ...message, description: 'The same, for other languages.' }),
    items: asEntries('ServiceInvoker', {
      name: text('Its name.'),
      type: text('What makes the data of its calls.'),
      description: text('What it is for.'),
      method: textOrNull('Null where the transport has none for it.'),
      path: textOrNull('Below the host, without its query; null where there is none.'),
      events: listOfNamed('What calls it.', 'InvokerEvent', {
        event: text('Its name.'),
        isAsynchronous: flag('Whether no client waits for the call.'),
        hasCondition: flag('Whether it calls the invoker only when a condition is met.'),
      }),
      inbound: { ...mapping, description: 'The type of its inbound mapping.' },
      outbound: { ...mapping, description: 'The type of its outbound mapping.' },
      examples: listOfNamed('Data to call it with.', 'InvokerExample', {
        summary: text('What it shows.'),
        data: anything('What the event brings.'),
      }),
    }),
  }),
  errors: [ServiceUnknown, DraftMissing],
  async run({ name, draft }, { system }) {
    const definition = await definitionText(system, name, draft);
    const { webService } = await offMainThread('load', definition, name, { mostBytes: system.definitionBytes });
    const requester = webService?.requester;
    if (requester === undefined) return { items: [] };
    const { types } = await system.invokers();
    const items = [...requester.invokers.values()].map((invoker) => ({
      ...toListedInvoker(invoker, requester),
      examples: (types.get(invoker.type)?.examples ?? []).map(({ summary, data }) => ({ summary, data })),
    }));
    const http = findHttp(requester.transport);
    const refused = http && findRefusal(http, reachableHosts(system.configuration));
    return { items, ...(refused && { refused: refused.reason.message, refusedMessage: refused.reason }) };
  },
});

function toListedInvoker(
  { name, type, description, events, ...entry }: InvokerDefinition,
  { transport }: RequesterDefinition,
) {
  const http = findHttp(transport);
  const { method, controller } = (http && selectTarget(http, name)) ?? {};
  return {
    name,
    type,
    description,
    method: method ?? null,
    path: controller?.replace(/\?.*$/s, '') ?? null,
    events: events.map(({ event, isAsynchronous, condition }) => ({
      event,
      isAsynchronous,
      hasCondition: condition !== undefined,
    })),
    ...nameMappings(entry),
  };
}

/** Entries of a kind whose events are listed one by one. */
const MOST_ENTRIES = 500;
/** Ends an event that the name of an entry completes. */
const INCOMPLETE = '_*';

interface Named {
  readonly name: string;
  readonly summary: string;
}

const asNamed = (name: string) =>
  listOf(named(name, { name: text('Its name.'), summary: text('What it does, in a sentence.') }));

export const listInvokerTypes = task({
  at: 'GET /invoker-types',
  needs: 'nothing',
  summary: 'Lists the types of invokers, and the events that can call one, with what they say.',
  input: inputObject({}),
  answer: objectOf({
    types: { ...asNamed('InvokerType'), description: 'What makes the data of a call.' },
    events: { ...asNamed('CallingEvent'), description: 'What can call an invoker.' },
  }),
  async run(_input, { system }) {
    const { types } = await system.invokers();
    const emitted = system.plugins.flatMap(({ emits = [], eventSummaries = {} }) =>
      emits.map((name) => ({ name, summary: eventSummaries[name] ?? '' })),
    );
    const events = [...emitted, ...system.catalogue.kinds.flatMap(listKindEvents)];
    const names = await completingNames(system);
    return {
      types: [...types.values()].map(({ type, summary }) => ({ name: type, summary })),
      events: events.flatMap(({ name, summary }) =>
        name.endsWith(INCOMPLETE)
          ? names.map((each) => ({ name: name.slice(0, -1) + each, summary: `${summary}: ${each}` }))
          : [{ name, summary }],
      ),
    };
  },
});

function listKindEvents({ label, events }: CatalogueKind): readonly Named[] {
  if (events === undefined) return [];
  const kind = label.replace(/^./, (first) => first.toUpperCase());
  return [
    { name: events.added, summary: `${kind} added` },
    { name: events.changed, summary: `${kind} changed` },
  ];
}

async function completingNames({ catalogue }: TaskSystem): Promise<readonly string[]> {
  const kind = catalogue.kinds.find((each) => each.completesEvents !== undefined);
  if (kind === undefined) return [];
  const { found } = await searchCatalogue(kind, { isValid: true, limit: MOST_ENTRIES }, catalogue);
  return found.filter(({ values }) => kind.completesEvents?.(values)).map(({ name }) => name);
}
