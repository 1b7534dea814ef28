import { definePlugin } from '@ticketgate/sdk';

import { faqImport } from './import/faq-import.js';
import { faqMigrations } from './migrations/faq-migrations.js';
import { createFaqSearch } from './search/faq-search.js';

/** The FAQ: its tables, how items come into them, and how they are found. */
export const plugin = definePlugin({
  name: 'faq',
  migrations: faqMigrations,
  commands: [faqImport],
  async setup(host) {
    const [found] = await host.database.query<{ exists: boolean }>(
      `select to_regclass('faq_item') is not null as exists`,
    );
    const isInstalled = found?.exists === true;
    if (!isInstalled) host.logger.warn('the host system has no FAQ: its operations answer FAQ.NotInstalled');
    return { operations: [createFaqSearch(isInstalled)] };
  },
});
