import type { GatewayOptions } from '@ticketgate/definition';

/** The differences between profiles in how they use HTTP. */
export interface RestRules {
  /** Whether the body of a DELETE is read. */
  readonly readsBodyOfDelete: boolean;
  /** Whether HEAD takes the route of GET, and OPTIONS is answered, if no route lists them. */
  readonly answersUnlistedMethods: boolean;
  /** Whether `{ "Data": { … } }` is unwrapped, and `Ticket.Title` is a member of Ticket. */
  readonly unwrapsData: boolean;
  /** Whether query strings are read by the URL standard, whatever the operation. */
  readonly readsPlainQueries: boolean;
  /** Whether `KeepAlive: 0` closes the connection after each answer. */
  readonly closesConnections: boolean;
  /** Whether a list as body is refused. */
  readonly refusesLists: boolean;
  /** Whether an unknown `Content-Encoding` is refused. The family ignores it; gzip is read in any case. */
  readonly refusesUnknownCodings: boolean;
}

export function restRules({ profile, errorStatus }: GatewayOptions): RestRules {
  const isContract = profile === 'contract';
  return {
    readsBodyOfDelete: isContract,
    answersUnlistedMethods: isContract,
    unwrapsData: isContract,
    readsPlainQueries: isContract,
    closesConnections: isContract,
    refusesLists: errorStatus === 'http',
    refusesUnknownCodings: isContract,
  };
}
