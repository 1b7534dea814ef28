import { definePlugin } from '@ticketgate/sdk';

import { Assets } from './assets.js';
import { assetsOfTicket, type Services } from './assets-of-ticket.js';

export const plugin = definePlugin<Services>({
  name: 'assets',
  settings: [
    {
      name: 'Assets::URL',
      default: 'postgres://127.0.0.1/assets',
      description: 'The database of assets, with a user who may only read.',
    },
  ],
  // A pool connects when it is first used: a database that is away does not keep the server from starting.
  services: ({ settings }) => ({ assets: new Assets(settings.text('Assets::URL')) }),
  close: ({ assets }) => assets.close(),
  operations: [assetsOfTicket],
});
