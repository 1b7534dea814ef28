import { fieldTypeOf } from '../../dynamic-fields/field-type.js';
import { readTexts } from './read-values.js';
import type { SearchSources } from './search-sources.js';
import { NoHits, type SearchStatement } from './search-statement.js';

const AGENT_NAME = (column: string) =>
  `(select u.first_name || ' ' || u.last_name from users u where u.id = ${column})`;

const COLUMNS: Readonly<Record<string, string>> = {
  Owner: AGENT_NAME('t.user_id'),
  Responsible: AGENT_NAME('t.responsible_user_id'),
  CustomerID: 't.customer_id',
  State: 't.ticket_state_id',
  Lock: 't.ticket_lock_id',
  Ticket: 't.tn',
  TicketNumber: 't.tn',
  Title: 't.title',
  Queue: '(select q.name from queue q where q.id = t.queue_id)',
  Type: 't.type_id',
  Priority: 't.ticket_priority_id',
  Age: 't.create_time',
  Created: 't.create_time',
  Changed: 't.change_time',
  Service: 't.service_id',
  SLA: 't.sla_id',
  PendingTime: 't.until_time',
  TicketEscalation: 't.escalation_time',
  EscalationTime: 't.escalation_time',
  EscalationUpdateTime: 't.escalation_update_time',
  EscalationResponseTime: 't.escalation_response_time',
  EscalationSolutionTime: 't.escalation_solution_time',
};

/** `SortBy` and `OrderBy`: one direction per key; anything unknown empties the result. */
export function addSortOrder(sources: SearchSources, statement: SearchStatement): void {
  const { input, settings } = sources;
  const keys = orDefault(
    readTexts(input, 'SortBy'),
    settings.text('GenericInterface::Operation::TicketSearch###SortBy::Default'),
  );
  const directions = orDefault(
    readTexts(input, 'OrderBy'),
    settings.text('GenericInterface::Operation::TicketSearch###Order::Default'),
  );
  if (directions.length < keys.length) throw new NoHits();
  keys.forEach((key, index) => {
    const direction = directions[index];
    if (direction !== 'Up' && direction !== 'Down') throw new NoHits();
    statement.orderBy(expressionOf(key, sources, statement), direction === 'Up' ? 'asc' : 'desc');
  });
}

function orDefault(values: readonly string[], fallback: string): readonly string[] {
  return values.length === 0 ? [fallback] : values;
}

function expressionOf(key: string, { catalogue }: SearchSources, statement: SearchStatement): string {
  const column = COLUMNS[key];
  if (column !== undefined) return column;
  const [, name = ''] = /^DynamicField_(.+)$/.exec(key) ?? [];
  const field = catalogue.dynamicFields.byName(name);
  if (field?.isValid !== true || field.objectType !== 'Ticket') throw new NoHits();
  const id = statement.bind(field.id);
  return `(select min(v.${fieldTypeOf(field).column}) from dynamic_field_value v where v.object_id = t.id and v.field_id = ${id})`;
}
