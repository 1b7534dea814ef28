import type { Data } from '@ticketgate/sdk';

import { articleCriteria } from './conditions/article-criteria.js';
import { catalogueCriteria, personCriteria, createdCriteria } from './conditions/catalogue-criteria.js';
import { textCriteria } from './conditions/text-criteria.js';
import { timeCriteria } from './conditions/time-criteria.js';
import { dynamicFieldCriteria } from './conditions/dynamic-field-criteria.js';
import { type Bind, type Criteria, isAnyID, type Condition, ticketLookUp } from './statement/condition.js';
import { readText, readIDs, readList, entryParameters, readEntries } from './parameters/read-parameter.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { idConditions } from './conditions/entry-criteria.js';
import { isFalsy } from '../request/family-values.js';

const BY_ID = { index: { table: 'ticket', columns: 'btree (id)' }, rank: 0, expression: 't.id' };

const ticketCriteria: Criteria = {
  parameters: ['TicketID'],
  conditions: ({ input }) =>
    idConditions(readIDs(input, 'TicketID'), (ids) => {
      const values = (bind: Bind) => bind(ids, 'bigint[]');
      return Object.assign(isAnyID('t.id', ids), { lookUps: [ticketLookUp({ ...BY_ID, values })] });
    }),
};

/** `StateType` by the real names of types, `StateTypeIDs`: tickets in valid states of these types. */
const stateTypeCriteria: Criteria = {
  parameters: ['StateType', 'StateTypeIDs'],
  conditions({ input, catalogue }) {
    const names = readList(input, 'StateType');
    const types = names && catalogue.stateTypes.all.filter(({ name }) => names.includes(name));
    return [
      ...(types === undefined
        ? []
        : [
            inStates(
              catalogue,
              types.map(({ id }) => id),
            ),
          ]),
      ...idConditions(readIDs(input, 'StateTypeIDs'), (ids) => inStates(catalogue, ids.map(Number))),
    ];
  },
};

function inStates({ states }: Catalogue, typeIDs: readonly number[]): Condition {
  const valid = states.all.filter(({ isValid, typeID }) => isValid && typeIDs.includes(typeID));
  return isAnyID(
    't.ticket_state_id',
    valid.map(({ id }) => id),
  );
}

const QUEUES = entryParameters('Queues');

/** `Queues` and `QueueIDs`; with `UseSubQueues` also the valid queues below them. */
const queueCriteria: Criteria = {
  parameters: [QUEUES.names, QUEUES.ids],
  conditions: ({ input, catalogue }) =>
    idConditions(readEntries(input, QUEUES, catalogue.queues), (ids) => {
      const below = isFalsy(input.UseSubQueues) ? [] : subQueues(ids.map(Number), catalogue);
      return isAnyID('t.queue_id', [...ids, ...below]);
    }),
};

function subQueues(ids: readonly number[], { queues }: Catalogue): readonly number[] {
  const prefixes = ids.flatMap((id) => queues.byID(id)?.name ?? []).map((name) => `${name}::`);
  return queues.all
    .filter(({ name, isValid }) => isValid && prefixes.some((prefix) => name.startsWith(prefix)))
    .map(({ id }) => id);
}

/** `SearchInArchive`, if there is an archive: `AllTickets`, `ArchivedTickets`, else only what is not archived. */
const archiveCriteria: Criteria = {
  parameters: 'always',
  conditions({ input, settings }) {
    if (!settings.flag('Ticket::ArchiveSystem')) return [];
    const wanted = readText(input, 'SearchInArchive');
    if (wanted === 'AllTickets') return [];
    return [() => (wanted === 'ArchivedTickets' ? 't.archive_flag = 1' : 't.archive_flag = 0')];
  },
};

/** All criteria, in the order of the statement. */
const CRITERIA: readonly Criteria[] = [
  textCriteria,
  ticketCriteria,
  queueCriteria,
  catalogueCriteria,
  stateTypeCriteria,
  personCriteria,
  createdCriteria,
  timeCriteria,
  articleCriteria,
  dynamicFieldCriteria,
  archiveCriteria,
];

const BY_PARAMETER = new Map(
  CRITERIA.flatMap((criteria) =>
    criteria.parameters === 'always' ? [] : criteria.parameters.map((name) => [name, criteria] as const),
  ),
);

/** The parameters that restrict a search, but for those of dynamic fields. */
export const criteriaParameters: readonly string[] = [...BY_PARAMETER.keys()];

/** The criteria that a request has: usually a few of about a hundred. */
export function selectCriteria(input: Data): readonly Criteria[] {
  const given = new Set(Object.keys(input).map((name) => BY_PARAMETER.get(name)));
  return CRITERIA.filter((criteria) => criteria.parameters === 'always' || given.has(criteria));
}
