import { EventAdministration, type EventChoice, type ListedEvent } from '@ticketgate/database';
import { maskSecrets } from '@ticketgate/sdk';

import { changeRecorded } from '../../change-recorded.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import type { ApiSystem } from '../api-system.js';
import { inputObject } from '../input-object.js';
import { limit, pageOf, toPage } from '../pages.js';
import { integer, moment, momentOrNull, named, objectOf, rowID, text, textOrNull, word } from '../schemas.js';
import { comment } from '../service-schemas.js';

/** Of the table of events. */
const plugin = { ...word, description: 'only those for this plugin' } as const;

const list = defineRoute({
  method: 'GET',
  path: '/plugin-events',
  summary: 'Events that plugins could not handle and nobody tries again, or those that wait; the oldest first.',
  query: inputObject(
    {},
    {
      limit,
      after: { ...rowID, description: 'the `next` of the page before' },
      state: { enum: ['dead', 'waiting'], default: 'dead' },
      plugin,
    },
  ),
  answer: pageOf(
    named(
      'PluginEvent',
      objectOf({
        id: integer,
        plugin: text,
        name: text,
        key: text,
        data: { type: 'object' },
        at: moment,
        attempts: integer,
        dueAt: moment,
        deadSince: momentOrNull,
        error: textOrNull,
      }),
    ),
    integer,
  ),
  async run({ query: { limit: most, after, state, plugin: of } }, system) {
    const wanted = { state, plugin: of, afterID: after, limit: most + 1 };
    const found = await new EventAdministration(system.database).list(wanted);
    return toPage(found.map(withoutSecrets), { limit: most }, (event) => event.id);
  },
});

function withoutSecrets(event: ListedEvent) {
  return { ...event, data: maskSecrets(event.data) };
}

interface AuditedAction {
  readonly path: '/plugin-events/retry' | '/plugin-events/drop';
  readonly summary: string;
  /** For the audit log. */
  readonly action: string;
  readonly change: (events: EventAdministration, choice: EventChoice, now: Date) => Promise<number>;
}

function changeRoute({ path, summary, action, change }: AuditedAction): AdminRoute {
  return defineRoute({
    method: 'POST',
    path,
    summary,
    body: {
      ...inputObject(
        {},
        { ids: { type: 'array', minItems: 1, maxItems: 1000, items: rowID }, all: { const: true }, plugin, comment },
      ),
      oneOf: [{ required: ['ids'] }, { required: ['all'] }],
    },
    answer: objectOf({ events: integer }),
    async run({ body: { ids, plugin: of, comment: why }, administrator }, system: ApiSystem) {
      const events = await changeRecorded(system.accounts, administrator, {
        action,
        subject: [ids?.join(' ') ?? 'all', ...(of === undefined ? [] : [`of ${of}`])].join(' '),
        comment: why,
        change: ({ transaction }) => change(new EventAdministration(transaction), { ids, plugin: of }, system.now()),
        after: (count) => ({ events: count }),
      });
      return { events };
    },
  });
}

export const pluginEventRoutes: readonly AdminRoute[] = [
  list,
  changeRoute({
    path: '/plugin-events/retry',
    summary: 'Tries events again now, as if they were new: those with these ids, or all dead ones.',
    action: 'events retried',
    change: (events, choice, now) => events.retry(choice, now),
  }),
  changeRoute({
    path: '/plugin-events/drop',
    summary: 'Deletes events for good: those with these ids, or all dead ones.',
    action: 'events dropped',
    change: (events, choice) => events.drop(choice),
  }),
];
