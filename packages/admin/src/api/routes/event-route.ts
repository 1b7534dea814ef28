import { AdminStream, defineRoute, EVENT_STREAM } from '../admin-route.js';
import { requestSchema } from '../../debug-log/list-requests.js';
import { FeedPlaceInvalid } from '@ticketgate/database';
import type { JsonSchema } from '@ticketgate/sdk';
import { flag, integer, listOf, named, number, objectOf, optional, text } from '@ticketgate/sdk/schema';
import { TooManyListeners } from '../api-errors.js';
import type { AdminEvent } from '../events/event-listener.js';

/** One event; its fields are lines of the stream, and `data` is JSON. */
function eventOf(event: AdminEvent['type'], data: JsonSchema): JsonSchema {
  return named(
    `${event.slice(0, 1).toUpperCase()}${event.slice(1)}Event`,
    objectOf({
      event: { type: 'string', const: event, description: 'The type of the event.' },
      id: optional({ ...text, description: 'What `Last-Event-ID` says to go on behind this event.' }),
      data,
    }),
  );
}

const eventSchema: JsonSchema = {
  description: 'The events of the stream, one by one.',
  oneOf: [
    eventOf('request', requestSchema),
    eventOf('skipped', named('Skipped', objectOf({ skipped: integer }))),
    eventOf('publish', named('Published', objectOf({ service: text, isGone: flag }))),
    eventOf('presence', named('Presence', objectOf({ logins: listOf(text) }))),
    eventOf('counts', named('Counts', objectOf({ replicas: integer, requestsPerSecond: number }))),
  ],
};

export const eventRoute = defineRoute({
  method: 'GET',
  path: '/events',
  summary:
    'Streams server-sent events: `request` (an entry of the debug log), `skipped` (so many entries are left out or no longer kept), `publish` (a web service changed), `presence` (who listens), `counts` (load).',
  answer: eventSchema,
  mediaType: EVENT_STREAM,
  errors: [TooManyListeners, FeedPlaceInvalid],
  async run({ administrator: { login }, lastEventID, requireAllowed }, { events }) {
    const missed = await events.prepare(login, lastEventID);
    return new AdminStream((response) => {
      events.add({ login, response, missed, requireAllowed });
    });
  },
});
