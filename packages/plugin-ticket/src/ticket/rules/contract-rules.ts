import { suggest, withSuggestion, type Data, type Directory } from '@ticketgate/sdk';

import { findAddressProblem } from '../../addresses/email.js';
import type { DynamicField } from '../../catalogue/catalogue.js';
import { INVALID, isMultiValue, isFieldInput } from '../../dynamic-fields/field-config.js';
import type { TicketRow } from '../../columns/ticket-columns.js';
import { findStorageProblem } from '../../dynamic-fields/plan-writes.js';
import { findLabelKey, findFieldType } from '../../dynamic-fields/types/field-types.js';
import { invalid, shown } from '../../request/input-errors.js';
import type { Moment } from '../../time/moment.js';
import { isFalsy, isText, toText } from '../../request/family-values.js';
import type { CustomerSources, WriteRules, RuleSources } from './write-rules.js';
import { asLookup, findEntry, isGiven, referenceTo, type EntryMember, type Lookup } from '../../request/find-entry.js';
import { PENDING_TIMES, readPendingTime } from '../../request/pending-time.js';

/** The rules of profile contract. */
export const contractRules: WriteRules = {
  readTicket(ticket, sources, stored) {
    const { directory } = sources;
    const resolved = agentByID(agentByID(ticket, 'Owner', directory), 'Responsible', directory);
    requireConsistentNames(resolved, sources);
    return isFalsy(resolved.PendingTime) ? resolved : withPendingState(resolved, stored, sources);
  },
  findCustomerProblem,
  isStrict: true,
  unknownField(name, fields) {
    const known = fields.map((field) => field.name);
    const sentence = `There is no dynamic field ${JSON.stringify(name.slice(0, 200))} of tickets or articles.`;
    return withSuggestion(sentence, suggest(name, known), 'DynamicFieldList lists them.');
  },
  findValueProblem,
};

function findValueProblem(field: DynamicField, value: unknown, moment: Moment): string | undefined {
  const type = findFieldType(field);
  const empty = isMultiValue(field) ? [] : '';
  const given = value === null && type.writing !== 'refused' ? empty : value;
  const problem = type.check(given, field, moment);
  if (problem === INVALID || (problem === undefined && !isFieldValue(given))) return describeMisfit(field, value);
  if (problem !== undefined) return `DynamicField->Value ${problem}`;
  const why = findStorageProblem(field, given);
  return why && `DynamicField->Value of ${field.name} ${why}.`;
}

/** Whether a value is a text, a number or a list of them; types that ignore values do not check that. */
function isFieldValue(value: unknown): boolean {
  return isFieldInput(value) && (!Array.isArray(value) || value.every(isText));
}

/** Says what came and what the field takes, with the key of a label that was sent instead of it. */
function describeMisfit(field: DynamicField, value: unknown): string {
  const type = findFieldType(field);
  const accepted = type.takes?.(field) ?? 'a text';
  const form = isMultiValue(field) ? `a list, each item ${accepted}` : accepted;
  const came = value === undefined ? 'missing' : shown(value);
  const sentence = `DynamicField->Value of ${field.name} is ${came}; write ${form}, or null to clear it.`;
  return withSuggestion(sentence, findLabelKey(field, value));
}

/** Accepts the address of a known customer user, whatever its domain. */
async function findCustomerProblem(
  text: string,
  { customer, customers, settings }: CustomerSources,
): Promise<string | undefined> {
  if (customer !== undefined) return `The customer user ${shown(text)} is not valid.`;
  const why = await findAddressProblem(text, settings);
  if (why === undefined || (await customers.findByEmail(text))?.isValid === true) return undefined;
  return `There is no valid customer user with the login or address ${shown(text)}, and ${why}.`;
}

/** Reads Owner and Responsible as ids if they have digits only and are not the login of an agent. */
function agentByID(ticket: Data, name: 'Owner' | 'Responsible', directory: Directory): Data {
  const text = toText(ticket[name]);
  if (!/^[1-9]\d{0,9}$/.test(text) || directory.agentByLogin(text) !== undefined) return ticket;
  const { [name]: id, ...others } = ticket;
  return { [`${name}ID`]: id, ...others };
}

/**
 * In profile contract, a name and an id of the same entry must agree. In the family only the id is checked, but the name is written, and
 * a mistake in it is a fault.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
function requireConsistentNames(ticket: Data, sources: RuleSources): void {
  const entries = Object.entries(byMember(sources)) as [EntryMember, AnyEntries][]; // keys of the record
  for (const [name, all] of entries) requireSame(ticket, { name, all }, sources.operation);
}

/**
 * A pending time must be storable and have an effect: without a state, a pending ticket stays pending until then. In the family, the time
 * is lost if no pending state is sent.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
function withPendingState(ticket: Data, stored: TicketRow | undefined, sources: RuleSources): Data {
  const { catalogue, operation } = sources;
  if (readPendingTime(ticket.PendingTime, sources) === 0) {
    throw invalid(operation, `Ticket->PendingTime cannot be stored; write ${PENDING_TIMES}.`);
  }
  const sent = referenceTo(ticket, 'State');
  const state = isGiven(sent) ? findEntry(catalogue.states, sent) : catalogue.states.byID(stored?.stateID ?? 0);
  // Later checks report a missing or unknown state.
  if (state === undefined) return ticket;
  if (!state.typeName.startsWith('pending')) {
    throw invalid(
      operation,
      `Ticket->PendingTime counts only in a pending state, and the state is ${shown(state.name)}; leave it out, or send such a State.`,
    );
  }
  return isGiven(sent) ? ticket : { ...ticket, StateID: state.id };
}

type AnyEntries = Lookup<{ readonly id: number }>;

function byMember({ catalogue, directory }: RuleSources): Readonly<Record<EntryMember, AnyEntries>> {
  const agents = asLookup(directory);
  return {
    Queue: catalogue.queues,
    Lock: catalogue.locks,
    Type: catalogue.types,
    State: catalogue.states,
    Priority: catalogue.priorities,
    Service: catalogue.services,
    SLA: catalogue.serviceLevelAgreements,
    Owner: agents,
    Responsible: agents,
  };
}

function requireSame(
  ticket: Data,
  { name, all }: { readonly name: EntryMember; readonly all: AnyEntries },
  operation: string,
): void {
  const { id, name: written } = referenceTo(ticket, name);
  if (isFalsy(id) || isFalsy(written)) return;
  const byID = findEntry(all, { id, name: '' });
  // Later checks report an unknown id.
  if (byID === undefined || byID.id === findEntry(all, { id: '', name: written })?.id) return;
  throw invalid(operation, `Ticket->${name} and Ticket->${name}ID mean different things; send one of them.`);
}
