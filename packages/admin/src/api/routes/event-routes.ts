import { AdminStream, defineRoute, EVENT_STREAM, type AdminRoute } from '../admin-route.js';
import { text } from '../schemas.js';
import { FeedPlaceInvalid } from '@ticketgate/database';
import { TooManyListeners } from '../api-errors.js';

const listen = defineRoute({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events: `request` (an entry of the debug log), `skipped` (so many entries are left out or no longer kept), `publish` (a web service changed), `presence` (who listens), `counts` (load).',
  answer: text,
  mediaType: EVENT_STREAM,
  errors: [TooManyListeners, FeedPlaceInvalid],
  async run({ administrator: { login }, lastEventID, requireAllowed }, { events }) {
    const missed = await events.prepare(login, lastEventID);
    return new AdminStream((response) => {
      events.add({ login, response, missed, requireAllowed });
    });
  },
});

export const eventRoutes: readonly AdminRoute[] = [listen];
