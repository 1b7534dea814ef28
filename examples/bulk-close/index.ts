import { definePlugin } from '@ticketgate/sdk';

import { bulkClose } from './bulk-close.js';

export const plugin = definePlugin({ name: 'bulk-close', operations: [bulkClose] });
