import { findAnswers } from '@ticketgate/database/postgres';
import type { Data } from '@ticketgate/sdk';

import type { TicketContext } from '../plugin/ticket-system.js';
import type { DynamicField } from '../catalogue/catalogue.js';
import { listFields, readDynamicFieldValues } from './read-values.js';

/** The member `DynamicField` of tickets and articles: their fields in order, unset ones with null if the host answers them. */
export interface FieldMembers {
  /** Undefined if no field of the ticket is answered. */
  ofTicket(id: number): Data;
  /** Undefined if articles have no fields. */
  ofArticle(id: number): Data;
}

/** For requests that did not ask for dynamic fields. */
const NO_FIELD_MEMBERS: FieldMembers = { ofTicket: () => ({}), ofArticle: () => ({}) };

interface FieldObjects {
  readonly tickets?: readonly { readonly id: number }[];
  readonly articles?: readonly { readonly id: number }[];
}

/** Reads the dynamic fields of tickets and articles with one statement; none if they are not asked for. */
export async function readFieldMembers(
  { database, services, binding }: TicketContext,
  { tickets = [], articles = [] }: FieldObjects,
  isWanted = true,
): Promise<FieldMembers> {
  if (!isWanted) return NO_FIELD_MEMBERS;
  const catalogue = await services.catalogue.current();
  const ofTickets = tickets.length > 0 ? listFields(catalogue, 'Ticket') : [];
  const ofArticles = articles.length > 0 ? listFields(catalogue, 'Article') : [];
  const fields = [...ofTickets, ...ofArticles];
  const objectIDs = [...new Set([...tickets, ...articles].map(({ id }) => id))];
  const values = await readDynamicFieldValues(database, { fields, objectIDs, catalogue });
  const present = (of: readonly DynamicField[], id: number) => ({
    DynamicField: of.map((field) => ({ Name: field.name, Value: values.of(field, id) })),
  });
  const presentFilled = (id: number) => {
    const filled = present(ofTickets, id).DynamicField.filter(({ Value }) => Value !== null);
    return filled.length === 0 ? {} : { DynamicField: filled };
  };
  return {
    ofTicket: findAnswers(binding.profile).hasEmptyTicketFields ? (id) => present(ofTickets, id) : presentFilled,
    ofArticle: (id) => (ofArticles.length === 0 ? {} : present(ofArticles, id)),
  };
}
