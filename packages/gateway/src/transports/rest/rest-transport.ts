import type { IncomingMessage } from 'node:http';
import type { GatewayOptions, RestTransport, WebService } from '@ticketgate/definition';

import type { Failure } from '../../failure.js';
import { NO_HEADERS, type Answer, type Headers } from '../http/answer.js';
import { corsHeaders, type CorsRules } from '../http/cors.js';
import { AGENT_PATH } from '../mcp/handle-message.js';
import type { Endpoint, Exchange, Handled, ServiceTransport, Transport } from '../transport.js';
import { answerFailure } from './answering/make-answer.js';
import { compileHeaders, type ServiceHeaders } from './answering/service-headers.js';
import { handleRequest } from './handle-request.js';
import { restRules, type RestRules } from './rest-rules.js';
import type { RestService } from './rest-service.js';
import { Router } from './routing/router.js';

const CLOSE: Headers = Object.freeze({ Connection: 'close' });

/** HTTP::REST: routes, JSON bodies, answers as JSON. */
export const restTransport: Transport = {
  compile({ transport, gateway }: WebService) {
    if (transport.kind === 'not-served') return undefined;
    return new CompiledRest(gateway, transport.kind === 'rest' ? transport.rest : undefined);
  },
};

const NO_CONFIG = { sentence: 'Its transport has no Config.', recorded: 'Rest Transport: Have no Config' } as const;
const NO_ROUTES = {
  sentence: 'Its transport has no RouteOperationMapping.',
  recorded: `HTTP::REST Can't find RouteOperationMapping in Config`,
} as const;

function corsRules({ cors, authentication }: GatewayOptions): CorsRules {
  return { origins: cors?.origins, acceptsCookies: authentication.accept.includes('Cookie') };
}

/** Unless a route uses the path. */
function offersTools({ mcp }: GatewayOptions, router: Router | undefined): boolean {
  return mcp !== undefined && router?.methodsOf(AGENT_PATH).length === 0;
}

function parametersByOperation(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { operation, path = '' } of endpoints) {
    const own = [...path.matchAll(/:([^/]+)/g)].flatMap(([, parameter]) => parameter ?? []);
    const earlier = found.get(operation);
    if (earlier === undefined) found.set(operation, own);
    else earlier.push(...own);
  }
  return found;
}

/** One compiled version of a definition. */
class CompiledRest implements ServiceTransport, RestService {
  readonly options: GatewayOptions;
  readonly rules: RestRules;
  readonly maxLength: number | undefined;
  /** Undefined if there are no routes. */
  readonly router: Router | undefined;
  readonly hasTools: boolean;
  readonly obstacle: string | undefined;
  readonly recordedObstacle: string;
  readonly endpoints: readonly Endpoint[];
  readonly #parameters: ReadonlyMap<string, readonly string[]>;
  readonly #headers: ServiceHeaders;
  readonly #cors: CorsRules;
  readonly #connection: Headers;

  /** @param rest undefined when the transport has no Config */
  constructor(options: GatewayOptions, rest: RestTransport | undefined) {
    const routes = rest?.routes;
    this.options = options;
    this.rules = restRules(options);
    this.maxLength = rest?.maxLength;
    this.router = routes && new Router(routes);
    this.hasTools = offersTools(options, this.router);
    const missing = rest === undefined ? NO_CONFIG : NO_ROUTES;
    this.obstacle = routes === undefined ? missing.sentence : undefined;
    this.recordedObstacle = missing.recorded;
    this.endpoints = (routes ?? []).map(({ operation, methods, route }) => ({ operation, methods, path: route }));
    this.#parameters = parametersByOperation(this.endpoints);
    this.#headers = compileHeaders(rest);
    this.#cors = corsRules(options);
    this.#connection = this.rules.closesConnections && rest?.closesConnections === true ? CLOSE : NO_HEADERS;
  }

  parametersOf(name: string): readonly string[] {
    return this.#parameters.get(name) ?? [];
  }

  handle(exchange: Exchange): Promise<Handled> {
    return handleRequest(this, exchange);
  }

  answerFailure(failure: Failure, requestID: string): Answer {
    return answerFailure(failure, { options: this.options, requestID });
  }

  headersOf(operation: string | undefined, request: IncomingMessage): readonly Headers[] {
    return [this.#headers.of(operation), corsHeaders(this.#cors, request), this.#connection];
  }
}
