import { accountsCatalogue } from '@ticketgate/accounts';
import type { CatalogueKind, Plugin } from '@ticketgate/sdk';

import { searchCatalogue } from '../catalogue/catalogue-entries.js';
import { defineAction, type ActionSystem } from '../tasks/action.js';
import { inputObject, listOf, named, objectOf, text } from '../tasks/schemas.js';

/** Entries of a kind whose events are listed one by one. */
const MOST_ENTRIES = 500;
/** Ends an event that the name of an entry completes. */
const INCOMPLETE = '_*';

interface Named {
  readonly name: string;
  readonly summary: string;
}

const listed = (name: string) => listOf(named(name, objectOf({ name: text, summary: text })));

export const listInvokerTypes = defineAction({
  summary: 'Lists the types of invokers, and the events that can call one, with what they say.',
  input: inputObject({}),
  answer: objectOf({ types: listed('InvokerType'), events: listed('CallingEvent') }),
  async run(_input, { system }) {
    const { types } = await system.requester();
    const events = [...system.plugins.flatMap(eventsOf), ...accountsCatalogue.flatMap(eventsOfKind)];
    const names = await completingNames(system);
    return {
      types: types.all.map(({ type, summary }) => ({ name: type, summary })),
      events: events.flatMap((event) => (event.name.endsWith(INCOMPLETE) ? completed(event, names) : [event])),
    };
  },
});

function eventsOf({ emits = [], eventSummaries = {}, catalogue = [] }: Plugin): readonly Named[] {
  const own = emits.map((name) => ({ name, summary: eventSummaries[name] ?? '' }));
  return [...own, ...catalogue.flatMap(eventsOfKind)];
}

function eventsOfKind({ label, events }: CatalogueKind): readonly Named[] {
  if (events === undefined) return [];
  const kind = label.replace(/^./, (first) => first.toUpperCase());
  return [
    { name: events.added, summary: `${kind} added` },
    { name: events.changed, summary: `${kind} changed` },
  ];
}

function completed({ name, summary }: Named, names: readonly string[]): readonly Named[] {
  return names.map((each) => ({ name: name.slice(0, -1) + each, summary: `${summary}: ${each}` }));
}

async function completingNames({ catalogue }: ActionSystem): Promise<readonly string[]> {
  const kind = catalogue.kinds.find((each) => each.completesEvents !== undefined);
  if (kind === undefined) return [];
  const { found } = await searchCatalogue(kind, { isValid: true, limit: MOST_ENTRIES }, catalogue);
  return found.filter(({ values }) => kind.completesEvents?.(values)).map(({ name }) => name);
}
