import type { Gateway } from '@ticketgate/gateway';

import type { AppOptions } from '../http/create-app.js';
import { servicePaths } from './start-report.js';

/** The web services in the answer to `GET /`, without disabled ones. */
export function frontPage(gateway: Gateway): Pick<AppOptions, 'services' | 'notServed'> {
  return {
    services() {
      const served = gateway.services().filter(({ obstacle }) => obstacle === undefined);
      return served.map((service) => ({ name: service.name, paths: servicePaths(service) }));
    },
    notServed() {
      const states = gateway.states().filter(({ state }) => state === 'not servable');
      return states.map(({ name, reason = '' }) => ({ name, reason }));
    },
  };
}
