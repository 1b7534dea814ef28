import type { CatalogueSection } from '@ticketgate/sdk';

import { applyEntries, auditTime, changeOf } from './apply-entries.js';

/** Ticket types; used where Ticket::Type is on. */
export const typesSection: CatalogueSection = {
  key: 'Types',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Name'],
      properties: { Name: { type: 'string', minLength: 1 } },
    },
  },
  apply: (entries, host) =>
    applyEntries('type', entries, async (entry) =>
      changeOf(
        await host.database.query<{ isNew: boolean }>(
          `insert into ticket_type (name, valid_id, create_time, create_by, change_time, change_by)
           values ($1, 1, $2, 1, $2, 1) on conflict (name) do nothing returning xmax = 0 as "isNew"`,
          [entry.Name, auditTime({ settings: host.settings, now: () => host.now() })],
        ),
      ),
    ),
};
