import type { GatewayOptions } from '@ticketgate/definition';

import type { RestRules } from './rest-rules.js';
import type { Router } from './routing/router.js';

/** A REST service as request handling needs it. */
export interface RestService {
  readonly options: GatewayOptions;
  readonly rules: RestRules;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** Undefined if the definition has no routes. */
  readonly router: Router | undefined;
  /** Whether AI agents find tools at the path `/mcp`, which no route uses. */
  readonly hasTools: boolean;
  /** The family's answer to requests of a service without routes. */
  readonly recordedObstacle: string;
}
