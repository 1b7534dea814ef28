import type { IncomingMessage, ServerResponse } from 'node:http';

import type { ExchangeInfo } from './request-info.js';
import type { CompiledService } from './services/compiled-service.js';
import type { Located } from './services/locate-service.js';
import type { WaitingPlace } from './services/overload.js';
import type { Exchange, ServiceTransport } from './transports/transport.js';

/** A request for a service that may not exist. */
export interface Arrival {
  readonly info: ExchangeInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly located: Located;
}

/** A request, and what it is for. */
export interface Incoming extends Arrival {
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
}

/** A request on its way. */
export interface Visit extends Incoming {
  readonly exchange: Exchange;
  /** Among the requests that wait for their answer. */
  readonly place: WaitingPlace;
}
