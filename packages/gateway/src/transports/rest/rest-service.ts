import type { GatewayOptions } from '@ticketgate/definition';

import type { RestRules } from './rest-rules.js';
import type { Router } from './routing/router.js';

/** What the stages of a request need of their service. */
export interface RestService {
  readonly options: GatewayOptions;
  readonly rules: RestRules;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** Undefined: the definition has no routes. */
  readonly router: Router | undefined;
  /** AI agents find tools at its path `/mcp`, which no route takes. */
  readonly hasTools: boolean;
  /** What the family says to requests of a service without routes. */
  readonly recordedObstacle: string;
}
