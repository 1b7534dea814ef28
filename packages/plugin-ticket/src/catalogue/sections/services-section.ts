import type { CatalogueSection } from '@ticketgate/sdk';

import { applyEntries, auditTime, changeOf } from './apply-entries.js';

/** Services by full path (`A::B`); used where Ticket::Service is on. `CustomerUsers` may use it, `<DEFAULT>` means everybody. */
export const servicesSection: CatalogueSection = {
  key: 'Services',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Name'],
      properties: {
        Name: { type: 'string', minLength: 1 },
        Comment: { type: 'string' },
        CustomerUsers: { type: 'array', items: { type: 'string' } },
      },
    },
  },
  apply: (entries, host) =>
    applyEntries('service', entries, async (entry) => {
      const time = auditTime({ settings: host.settings, now: () => host.now() });
      const rows = await host.database.query<{ isNew: boolean }>(
        `insert into service (name, comments, valid_id, create_time, create_by, change_time, change_by)
         values ($1, $2, 1, $3, 1, $3, 1) on conflict (name) do nothing returning xmax = 0 as "isNew"`,
        [entry.Name, entry.Comment ?? null, time],
      );
      const assigned = await host.database.query(
        `insert into service_customer_user (customer_user_login, service_id, create_time, create_by)
         select login, service.id, $3::timestamp, 1 from unnest($2::text[]) as login, service
         where service.name = $1 and not exists (
           select from service_customer_user where customer_user_login = login and service_id = service.id)
         returning 1`,
        [entry.Name, entry.CustomerUsers ?? [], time],
      );
      return changeOf(rows) ?? (assigned.length > 0 ? 'changed' : undefined);
    }),
};
