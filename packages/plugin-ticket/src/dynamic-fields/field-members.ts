import type { Data, Database } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import { dynamicFieldsOf, readDynamicFieldValues } from './read-values.js';

/** The member `DynamicField` of tickets and articles: all their fields in order, unset ones with null. */
export interface FieldMembers {
  ofTicket(id: number): Data;
  /** Undefined if articles have no fields. */
  ofArticle(id: number): Data;
}

/** For requests that did not ask for dynamic fields. */
export const NO_FIELD_MEMBERS: FieldMembers = { ofTicket: () => ({}), ofArticle: () => ({}) };

interface FieldObjects {
  readonly tickets?: readonly { readonly id: number }[];
  readonly articles?: readonly { readonly id: number }[];
}

/** Reads the dynamic fields of tickets and articles with one statement. */
export async function readFieldMembers(
  database: Database,
  { tickets = [], articles = [] }: FieldObjects,
  catalogue: Catalogue,
): Promise<FieldMembers> {
  const ofTickets = tickets.length > 0 ? dynamicFieldsOf(catalogue, 'Ticket') : [];
  const ofArticles = articles.length > 0 ? dynamicFieldsOf(catalogue, 'Article') : [];
  const fields = [...ofTickets, ...ofArticles];
  const objectIDs = [...new Set([...tickets, ...articles].map(({ id }) => id))];
  const values = await readDynamicFieldValues(database, { fields, objectIDs, catalogue });
  const present = (of: readonly DynamicField[], id: number) => ({
    DynamicField: of.map((field) => ({ Name: field.name, Value: values.of(field, id) })),
  });
  return {
    ofTicket: (id) => present(ofTickets, id),
    ofArticle: (id) => (ofArticles.length === 0 ? {} : present(ofArticles, id)),
  };
}
