import { AdminStream, defineRoute, EVENT_STREAM, type AdminRoute } from '../admin-route.js';
import { text } from '../schemas.js';
import { TooManyListeners } from '../api-errors.js';

const listen = defineRoute({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events: `request` (an entry of the debug log), `publish` (a web service changed), `presence` (who listens), `counts` (load).',
  answer: text,
  mediaType: EVENT_STREAM,
  errors: [TooManyListeners],
  async run({ administrator: { login }, requireAllowed }, { events }) {
    events.requirePlace();
    return new AdminStream((response) => {
      events.add({ login, response, requireAllowed });
    });
  },
});

export const eventRoutes: readonly AdminRoute[] = [listen];
