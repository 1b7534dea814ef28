import type { GatewayOptions } from '@ticketgate/definition';

import type { DescribedCall, OwnDocument } from './described-service.js';

/** The requests of a route, or why clients cannot send any. */
export type ReachableRoute =
  | { readonly calls: readonly DescribedCall[]; readonly probes: readonly string[] }
  | { readonly reason: string };

/** What the description of a service needs to know of its transport. */
export interface DescribedTransport {
  readonly options: GatewayOptions;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** The document for its clients; undefined: it is the OpenAPI document. */
  readonly ownDocument: OwnDocument | undefined;
  /** The requests of operations that have no route. */
  readonly usual: ReachableRoute;
  /** The routes by operation. */
  routes(): ReadonlyMap<string, ReachableRoute>;
}
