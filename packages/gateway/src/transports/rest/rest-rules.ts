import type { GatewayOptions } from '@ticketgate/definition';

/** Where profiles differ in how they use HTTP. What they do to the data of an operation is a matter of the operation. */
export interface RestRules {
  /** Otherwise the body of a DELETE is not read. */
  readonly readsBodyOfDelete: boolean;
  /** HEAD takes the route of GET, and OPTIONS is answered, where a route lists neither. */
  readonly answersUnlistedMethods: boolean;
  /** `{ "Data": { … } }` is what is in it, and `Ticket.Title` is a member of Ticket. */
  readonly unwrapsData: boolean;
  /** Query strings are read as everywhere else, whatever the operation. */
  readonly readsPlainQueries: boolean;
  /** `KeepAlive: 0` ends the connection with each answer. */
  readonly closesConnections: boolean;
  /** A list as body is refused before any operation sees it. */
  readonly refusesLists: boolean;
  /** The family does not onChunk at the `Content-Encoding` of a body; we read gzip in any case. */
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
