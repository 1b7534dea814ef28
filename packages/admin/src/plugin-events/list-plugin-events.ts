import { EventAdministration, type EventCount, type EventState } from '@ticketgate/database';
import { maskSecrets } from '@ticketgate/sdk';

import { defineAction } from '../tasks/action.js';
import {
  inputObject,
  integer,
  moment,
  momentOrNull,
  named,
  objectOf,
  rowID,
  text,
  textOrNull,
  word,
} from '../tasks/schemas.js';
import { limitSchema, pageMembers, toPage } from '../tasks/pages.js';

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
