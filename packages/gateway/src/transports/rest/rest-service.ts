import type { GatewayOptions } from '@ticketgate/definition';

import type { RestRules } from './rest-rules.js';
import type { RoutedService } from './routing/router.js';

/** A REST service as request handling needs it. */
export interface RestService extends RoutedService {
  readonly options: GatewayOptions;
  readonly rules: RestRules;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** Whether AI agents find tools at the path `/mcp`, which no route uses. */
  readonly hasTools: boolean;
}
