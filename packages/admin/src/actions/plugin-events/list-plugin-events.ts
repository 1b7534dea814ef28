import { EventAdministration } from '@ticketgate/database';
import { maskSecrets } from '@ticketgate/sdk';

import { defineAction } from '../action.js';
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
} from '../schemas/schemas.js';
import { limitSchema, pageOf, toPage } from '../schemas/pages.js';

export const listPluginEvents = defineAction({
  summary:
    'Lists events that plugins or invokers could not handle and that are not tried again, or events that wait; the oldest first.',
  input: inputObject(
    {},
    {
      limit: limitSchema,
      after: { ...rowID, description: 'the `next` of the page before' },
      state: { enum: ['dead', 'waiting'], default: 'dead' },
      consumer: {
        ...word,
        description: 'only those of this plugin, or of the invokers of a web service: service:<name>',
      },
    },
  ),
  answer: pageOf(
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
  async run({ limit, after, ...wanted }, { system }) {
    const found = await new EventAdministration(system.database).list({ ...wanted, afterID: after, limit: limit + 1 });
    const events = found.map((event) => ({ ...event, data: maskSecrets(event.data) }));
    return toPage(events, { limit }, ({ id }) => id);
  },
});
