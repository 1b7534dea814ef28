import { type CatalogueHost, createError } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

import { COMMENT, NAME } from './column-texts.js';
import { targetTimeColumns, TARGET_TIME_VALUES, targetTimes } from './queues-kind.js';

export const ServiceOfAgreementUnknown = createError<{ agreement: string; service: string }>(
  'Catalogue.ServiceOfAgreementUnknown',
  ({ agreement, service }) =>
    `The SLA "${agreement}" has the service "${service}", which does not exist. Add it under Services.`,
);

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Comment', comments,
  'Services', (select json_agg(service.name order by service.name)
    from service_sla join service on service.id = service_id where sla_id = sla.id),
  ${TARGET_TIME_VALUES}) as "values"
from sla`;

/** Service level agreements, each with its services and, in minutes, its target times. */
export const serviceLevelAgreementsKind = tableKind({
  key: 'SLAs',
  label: 'SLA',
  table: 'sla',
  entries: LIST,
  members: {
    Comment: COMMENT,
    Services: {
      type: 'array',
      description: 'a list of full names of services',
      items: { ...NAME, 'x-kind': 'Services' },
    },
    ...targetTimes,
  },
  async save(values, host, { isExact }) {
    const { Name, Comment, Services = [] } = values;
    const serviceIDs = await pickServices(String(Name), [Services].flat().map(String), host);
    const columns = { comments: Comment ?? null, ...targetTimeColumns(values) };
    const change = await saveRow({ table: 'sla', name: Name, columns }, host);
    const removed = isExact ? await host.database.query(REMOVE, [Name, serviceIDs]) : [];
    const assigned = await host.database.query(ASSIGN, [Name, serviceIDs]);
    return change ?? (assigned.length + removed.length > 0 ? 'changed' : undefined);
  },
});

/** @throws OperationError `Catalogue.ServiceOfAgreementUnknown` */
async function pickServices(
  agreement: string,
  names: readonly string[],
  { database }: CatalogueHost,
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number; name: string }>('select id, name from service where name = any($1)', [
    names,
  ]);
  const service = names.find((name) => rows.every((row) => row.name !== name));
  if (service !== undefined) throw new ServiceOfAgreementUnknown({ agreement, service });
  return rows.map(({ id }) => id);
}

const ASSIGN = `
insert into service_sla (service_id, sla_id)
select service_id, sla.id from (select distinct unnest($2::integer[]) as service_id) as wanted, sla
where sla.name = $1 on conflict do nothing
returning 1`;

const REMOVE = `
delete from service_sla using sla where sla.name = $1 and sla_id = sla.id and service_id <> all($2::integer[])
returning 1`;
