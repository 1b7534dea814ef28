import { readMigrations } from '@ticketgate/database/postgres';
import { definePlugin, type CalledBy } from '@ticketgate/sdk';

import { startFaq } from './faq-installation.js';
import { faqImport } from './import/faq-import.js';
import migrations from './faq-migrations.sql';
import { faqLimits, faqSearch, type faqSearchInput, type faqSearchOutput } from './search/faq-search.js';

/** The FAQ: its tables, import and search. */
export const plugin = definePlugin({
  name: 'faq',
  migrations: readMigrations(migrations),
  settings: faqLimits.limitSettings,
  commands: [faqImport],
  services: startFaq,
  operations: [faqSearch],
});

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'FAQ::FAQSearch': CalledBy<typeof faqSearchInput, typeof faqSearchOutput>;
  }
}
