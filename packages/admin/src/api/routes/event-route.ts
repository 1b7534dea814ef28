import { AdminStream, defineRoute, EVENT_STREAM } from '../admin-route.js';
import { requestSchema } from '../../debug-log/list-requests.js';
import { FeedPlaceInvalid } from '@ticketgate/database';
import { capital } from '@ticketgate/describe';
import type { JsonSchema } from '@ticketgate/sdk';
import { flag, integer, named, optional, text } from '@ticketgate/sdk/schema';
import { TooManyListeners } from '../api-errors.js';
import { moment } from '../../tasks/schemas.js';
import { mayDo } from '../../tasks/scope.js';
import type { AdminEvent } from '../events/event-listener.js';

/** One event; its fields are lines of the stream, and `data` is JSON. */
function asEvent(event: AdminEvent['type'], data: JsonSchema): JsonSchema {
  return named(`${capital(event)}Event`, {
    event: { type: 'string', const: event, description: 'The type of the event.' },
    id: optional(text('What `Last-Event-ID` says to go on behind this event.')),
    data: { ...data, description: 'What happened.' },
  });
}

const eventSchema: JsonSchema = {
  description: 'The events of the stream, one by one.',
  oneOf: [
    asEvent('request', requestSchema),
    asEvent('skipped', named('Skipped', { skipped: integer('How many requests were left out.') })),
    asEvent(
      'publish',
      named('Published', {
        service: text('Name of the web service.'),
        isGone: flag('Whether the web service was deleted.'),
        number: optional(integer('The number of its new version.')),
        author: optional(text('Login of who made it.')),
      }),
    ),
    asEvent(
      'draft',
      named('SavedDraft', {
        service: text('Name of the web service.'),
        author: text('Login of who saved it.'),
        changedAt: moment('When it was saved.'),
      }),
    ),
  ],
};

export const eventRoute = defineRoute({
  method: 'GET',
  path: '/events',
  summary:
    'Streams server-sent events: `request` (an entry of the debug log), `skipped` (so many entries are left out or no longer kept), `publish` (a web service changed) and `draft` (somebody saved one).',
  answer: eventSchema,
  mediaType: EVENT_STREAM,
  needs: 'own',
  errors: [TooManyListeners, FeedPlaceInvalid],
  async run({ administrator, lastEventID, ...call }, { events }) {
    const { login } = administrator;
    let current = administrator;
    const isShown = (service: string) => mayDo(current, 'look', service);
    const requireAllowed = async () => {
      current = await call.requireAllowed();
    };
    const missed = await events.prepare(login, lastEventID);
    return new AdminStream((response) => events.add({ login, response, missed, requireAllowed, isShown }));
  },
});
