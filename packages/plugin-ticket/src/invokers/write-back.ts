import { toEpoch, isData, isTrue, parseTimestamp, toText, type Data } from '@ticketgate/sdk';

import type { DynamicField } from '../catalogue/catalogue.js';
import { planDynamicFieldWrites, findStorageProblem, type FieldAssignment } from '../dynamic-fields/plan-writes.js';
import { listItems } from '../dynamic-fields/field-config.js';
import { readDynamicFieldValues } from '../dynamic-fields/read-values.js';
import type { FieldColumn } from '../dynamic-fields/types/dynamic-field-type.js';
import { findFieldType } from '../dynamic-fields/types/field-types.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { recordFields, TicketDraft } from '../ticket/changes/ticket-draft.js';
import { lockTickets } from '../ticket/reading/read-tickets.js';
import { storeUpdate } from '../ticket/storage/update-ticket.js';
import { storeWithEvents } from '../ticket/events/ticket-events.js';
import type { InvokerOptions } from './invoker-options.js';

/** Writes the response of another system to those dynamic fields of the ticket that the definition allows. */
export async function writeBack(
  answer: Data,
  ticketID: number,
  { options, context }: { readonly options: InvokerOptions; readonly context: TicketContext },
): Promise<void> {
  const { dynamicFields } = await context.services.catalogue.current();
  const answered = [...fieldsIn(answer, options.writableFields), ...ticketIDIn(answer, options)];
  const assignments = answered.flatMap(({ name, value }): readonly FieldAssignment[] => {
    const field = dynamicFields.byName(name);
    return field?.objectType === 'Ticket' && mayHold(field, value, context) ? [{ field, value }] : [];
  });
  if (assignments.length > 0) await assign(assignments, ticketID, context);
}

interface AnsweredField {
  readonly name: string;
  readonly value: unknown;
}

/** The values of the response. The first value of a field counts; those of the ticket precede those of its articles. */
function fieldsIn(answer: Data, names: readonly string[]): readonly AnsweredField[] {
  const ticket = isData(answer.Ticket) ? answer.Ticket : {};
  const places = [ticket, answer.Article ?? [], ticket.Article ?? []].flat();
  const fields = places.filter(isData).flatMap(({ DynamicField }) => [DynamicField ?? []].flat());
  return names.flatMap((name) => {
    const found = fields.filter(isData).find(({ Name }) => Name === name);
    return found === undefined ? [] : [{ name, value: isData(found.Value) ? '' : (found.Value ?? '') }];
  });
}

function ticketIDIn({ TicketID }: Data, { ticketIDField: name }: InvokerOptions): readonly AnsweredField[] {
  return name !== '' && isTrue(TicketID) ? [{ name, value: toText(TicketID) }] : [];
}

/** Checks whether a column can store a value. Like the family, it does not check possible values and regular expressions. */
const FITS: Readonly<Record<FieldColumn, (item: string) => boolean>> = {
  value_text: () => true,
  value_int: (item) => /^-?\d{1,18}$/.test(item),
  value_date: (item) =>
    !item.startsWith('0000') && parseTimestamp(item.length === 10 ? `${item} 00:00:00` : item, 'UTC') !== undefined,
};

function mayHold(field: DynamicField, value: unknown, { logger }: TicketContext): boolean {
  const { column } = findFieldType(field);
  const wrong = listItems(value).find((item) => !FITS[column](item));
  const reason = wrong === undefined ? findStorageProblem(field, value) : `"${wrong}" cannot be stored in ${column}`;
  if (reason !== undefined) logger.warn(`the dynamic field ${field.name} was not written: its value ${reason}`);
  return reason === undefined;
}

async function assign(
  assignments: readonly FieldAssignment[],
  ticketID: number,
  context: TicketContext,
): Promise<void> {
  const catalogue = await context.services.catalogue.current();
  const { userID } = await context.caller();
  await context.database.withTransaction(async (transaction) => {
    const [stored] = await lockTickets(transaction, [ticketID], {});
    if (stored === undefined) {
      context.logger.warn(`the ticket ${ticketID} was deleted before the response could be written to it`);
      return;
    }
    const fields = assignments.map(({ field }) => field);
    const values = await readDynamicFieldValues(transaction, { fields, objectIDs: [ticketID], catalogue });
    const fieldWrites = planDynamicFieldWrites(assignments, (field) => values.of(field, ticketID));
    if (fieldWrites.length === 0) return;
    const draft = new TicketDraft(stored, { now: toEpoch(context.now()), userID });
    recordFields(draft, fieldWrites, { catalogue });
    const { historyTypes } = catalogue;
    const ids = { ticketID, number: stored.number, isNew: false };
    const write = { stored, draft, article: undefined, fieldWrites, escalation: stored, historyTypes, ...ids };
    // Does not wait for the events of this write, because they may call this invoker.
    const done = await storeWithEvents({ ...context, database: transaction }, write, storeUpdate);
    if (done === undefined) throw new Error(`Ticket ${ticketID} was changed although it was locked.`);
  });
}
