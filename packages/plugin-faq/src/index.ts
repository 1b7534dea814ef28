import { definePlugin } from '@ticketgate/sdk';

import { startFaq } from './faq-services.js';
import { faqImport } from './import/faq-import.js';
import { faqMigrations } from './migrations/faq-migrations.js';
import { faqLimits } from './search/faq-limits.js';
import { faqSearch } from './search/faq-search.js';

/** The FAQ: its tables, how items come into them, and how they are found. */
export const plugin = definePlugin({
  name: 'faq',
  migrations: faqMigrations,
  settings: faqLimits.limitSettings,
  commands: [faqImport],
  services: startFaq,
  operations: [faqSearch],
});
