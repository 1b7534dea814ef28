import type { GatewayOptions } from '@ticketgate/definition';

import type { RestRules } from './rest-rules.js';
import type { Router } from './routing/router.js';

/** The parts of a service that the stages of a request need. */
export interface RestService {
  readonly options: GatewayOptions;
  readonly rules: RestRules;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** Undefined: the definition has no routes. */
  readonly router: Router | undefined;
  /** AI agents find tools at its path `/mcp`, which no route takes. */
  readonly hasTools: boolean;
  /** The family's answer to requests of a service without routes. */
  readonly recordedObstacle: string;
}
