import { AdminStream, defineRoute, type AdminRoute } from '../admin-route.js';
import { text } from '../schemas.js';

const listen = defineRoute({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events: `request` (an entry of the debug log), `publish` (a web service changed), `presence` (who listens), `counts` (load).',
  answer: text,
  mediaType: 'text/event-stream',
  errors: ['Admin.TooManyListeners'],
  async run({ administrator: { login }, requireAllowed }, { events }) {
    events.requirePlace();
    return new AdminStream((response) => {
      events.add({ login, response, requireAllowed });
    });
  },
});

export const eventRoutes: readonly AdminRoute[] = [listen];
