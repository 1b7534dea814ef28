import { EventAdministration, type EventChoice, type EventCount, type EventState } from '@ticketgate/database';
import { maskSecrets } from '@ticketgate/sdk';
import { inputObject, integer, named, objectOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { changeAudited } from '../audit/audited-change.js';
import { defineAction } from '../tasks/action.js';
import { limitSchema, pageMembers, toPage } from '../tasks/pages.js';
import { moment, momentOrNull, rowID, word, commentSchema } from '../tasks/schemas.js';

export const listPluginEvents = defineAction({
  summary:
    'Lists events that plugins or invokers could not handle and that are not tried again, events that wait, or both; the oldest first.',
  input: inputObject(
    {},
    {
      limit: limitSchema,
      after: { ...rowID, description: 'the `next` of the page before' },
      state: { enum: ['dead', 'waiting', 'all'], default: 'dead' },
      consumer: {
        ...word,
        description: 'only those of this plugin, or of the invokers of a web service: service:<name>',
      },
    },
  ),
  answer: objectOf({
    ...pageMembers(
      named(
        'PluginEvent',
        objectOf({
          id: integer,
          consumer: text,
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
    total: integer,
  }),
  async run({ limit, after, ...wanted }, { system }) {
    const administration = new EventAdministration(system.database);
    const found = await administration.list({ ...wanted, afterID: after, limit: limit + 1 });
    const events = found.map((event) => ({ ...event, data: maskSecrets(event.data) }));
    return { ...toPage(events, { limit }, ({ id }) => id), total: totalOf(await administration.count(), wanted) };
  },
});

interface Wanted {
  readonly state: EventState;
  readonly consumer?: string | undefined;
}

function totalOf(counts: readonly EventCount[], { state, consumer }: Wanted): number {
  return counts
    .filter((each) => consumer === undefined || each.consumer === consumer)
    .reduce((sum, { waiting, dead }) => sum + (state === 'dead' ? 0 : waiting) + (state === 'waiting' ? 0 : dead), 0);
}

const ids = { type: 'array', minItems: 1, maxItems: 1000, items: rowID } as const;

type Change = (events: EventAdministration, choice: EventChoice, now: Date) => Promise<number>;

function changeOf(summary: string, action: string, change: Change) {
  return defineAction({
    summary,
    input: {
      ...inputObject(
        {},
        {
          ids,
          all: { const: true },
          consumer: {
            ...word,
            description: 'only those of this plugin, or of the invokers of a web service: service:<name>',
          },
          comment: commentSchema,
        },
      ),
      oneOf: [{ required: ['ids'] }, { required: ['all'] }],
    },
    answer: objectOf({ events: integer }),
    async run({ ids, consumer, comment }, { system, author }) {
      const events = await changeAudited(system.accounts, author, {
        action,
        subject: [ids?.join(' ') ?? 'all', ...(consumer === undefined ? [] : [`of ${consumer}`])].join(' '),
        comment,
        change: ({ transaction }) => change(new EventAdministration(transaction), { ids, consumer }, system.now()),
        after: (count) => ({ events: count }),
      });
      return { events };
    },
  });
}

export const retryPluginEvents = changeOf(
  'Tries events again now, as if they were new: those with these ids, or all dead ones.',
  'events retried',
  (events, choice, now) => events.retry(choice, now),
);

export const dropPluginEvents = changeOf(
  'Deletes events for good: those with these ids, or all dead ones.',
  'events dropped',
  (events, choice) => events.drop(choice),
);
