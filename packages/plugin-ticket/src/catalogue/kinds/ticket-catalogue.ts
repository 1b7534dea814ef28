import { type CatalogueKind, createError } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

import { dynamicFieldsKind } from './dynamic-fields-kind.js';
import { queuesKind } from './queues-kind.js';
import { serviceLevelAgreementsKind } from './service-level-agreements-kind.js';
import { servicesKind } from './services-kind.js';
import { COMMENT, NAME } from './column-texts.js';

const STATE_TYPES = ['new', 'open', 'closed', 'pending reminder', 'pending auto', 'removed', 'merged'];

const StateTypeUnknown = createError<{ state: string; type: string }>(
  'Catalogue.StateTypeUnknown',
  ({ state, type }) =>
    `The state "${state}" has the type "${type}". Use new, open, closed, pending reminder, pending auto, removed or merged.`,
);

const LIST = `
select state.name, state.valid_id = 1 as "isValid",
  json_build_object('Name', state.name, 'Type', type.name, 'Comment', state.comments) as "values"
from ticket_state state join ticket_state_type type on type.id = state.type_id`;

const states = tableKind({
  key: 'States',
  label: 'state',
  table: 'ticket_state',
  entries: LIST,
  members: { Type: { ...NAME, examples: STATE_TYPES }, Comment: COMMENT },
  required: ['Type'],
  async save({ Name, Type, Comment }, host, { isExact }) {
    const [type] = await host.database.query<{ id: number }>('select id from ticket_state_type where name = $1', [
      Type,
    ]);
    if (type === undefined) throw new StateTypeUnknown({ state: String(Name), type: String(Type) });
    const columns = { type_id: type.id, comments: Comment ?? (isExact ? null : undefined) };
    return saveRow({ table: 'ticket_state', name: Name, columns }, host);
  },
});

/** States, with the name of their type. */
const statesKind: CatalogueKind = {
  ...states,
  async warnDisabled(name, host) {
    const [{ type } = {}] = await host.database.query<{ type: string }>(LAST_OF_TYPE, [name]);
    const warnings = (await states.warnDisabled?.(name, host)) ?? [];
    return type === undefined
      ? warnings
      : [`No valid state has the type "${type}" any more, so no ticket can become ${type}.`, ...warnings];
  },
};

const LAST_OF_TYPE = `
select type.name as type from ticket_state state join ticket_state_type type on type.id = state.type_id
where state.name = $1
  and not exists (select from ticket_state other where other.type_id = state.type_id and other.valid_id = 1)`;

/** The parts of the ticket system that administrators manage, in the order in which they refer to each other. */
export const ticketCatalogue: readonly CatalogueKind[] = [
  statesKind,
  // Used where Ticket::Type is on.
  tableKind({ key: 'Types', label: 'type', table: 'ticket_type' }),
  tableKind({ key: 'Priorities', label: 'priority', table: 'ticket_priority' }),
  queuesKind,
  servicesKind,
  serviceLevelAgreementsKind,
  dynamicFieldsKind,
];
