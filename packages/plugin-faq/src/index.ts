import { definePlugin } from '@ticketgate/sdk';

import { isFaqInstalled } from './faq-installation.js';
import { faqImport } from './import/faq-import.js';
import { faqMigrations } from './migrations/faq-migrations.js';
import { faqLimits } from './search/faq-limits.js';
import { createFaqSearch } from './search/faq-search.js';

/** The FAQ: its tables, how items come into them, and how they are found. */
export const plugin = definePlugin({
  name: 'faq',
  migrations: faqMigrations,
  settings: faqLimits,
  commands: [faqImport],
  async setup(host) {
    const installed = host.snapshot('installed', isFaqInstalled);
    if (host.isAttached && !(await installed.current())) {
      host.logger.warn('the host system has no FAQ: its operations answer FAQ.NotInstalled');
    }
    return { operations: [createFaqSearch(installed)] };
  },
});
