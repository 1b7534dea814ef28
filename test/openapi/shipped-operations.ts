import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import type { Operation } from '@ticketgate/sdk';

/** The operations of our own plugins, by type. */
export function shippedOperations(): ReadonlyMap<string, Operation> {
  return new Map(
    [faq, session, ticket].flatMap(({ operations }) => operations.map((each) => [each.type, each] as const)),
  );
}
