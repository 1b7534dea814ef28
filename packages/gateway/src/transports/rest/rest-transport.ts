import type { IncomingMessage } from 'node:http';
import type { GatewayOptions, RestTransport } from '@ticketgate/definition';

import type { Failure } from '../../failure.js';
import type { Answer } from '../http/answer.js';
import { answerMethods, compileHeaders } from '../http/service-headers.js';
import { checkHost } from '../http/host-header.js';
import { answerCall } from '../http/answer-call.js';
import { HttpCall } from '../http/http-call.js';
import { AGENT_PATH, handleMessage } from '../mcp/handle-message.js';
import type { Endpoint, Exchange, Handled, ServiceTransport, Transport } from '../transport.js';
import { answerData, answerError, answerFailure } from './answering/rest-answers.js';
import { readRequest, type RestService } from './reading/read-request.js';
import { findRoute, Router } from './routing/router.js';

/** HTTP::REST: routes, JSON bodies, answers as JSON. */
export const restTransport: Transport = ({ transport, gateway }) => {
  if (transport.kind !== 'rest' && transport.kind !== 'no-config') return undefined;
  return new CompiledRest(gateway, transport.kind === 'rest' ? transport.rest : undefined);
};

const NO_CONFIG = { sentence: 'Its transport has no Config.', recorded: 'Rest Transport: Have no Config' } as const;
const NO_ROUTES = {
  sentence: 'Its transport has no RouteOperationMapping.',
  recorded: `HTTP::REST Can't find RouteOperationMapping in Config`,
} as const;

/** One compiled version of a definition. */
class CompiledRest implements ServiceTransport, RestService {
  readonly options: GatewayOptions;
  readonly isContract: boolean;
  readonly maxLength: number | undefined;
  /** Undefined if there are no routes. */
  readonly router: Router | undefined;
  readonly hasTools: boolean;
  readonly obstacle: string | undefined;
  readonly recordedObstacle: string;
  readonly endpoints: readonly Endpoint[];
  readonly takesTexts = false;
  readonly headersOf: ServiceTransport['headersOf'];
  readonly #parameters: ReadonlyMap<string, readonly string[]>;

  /** @param rest undefined when the transport has no Config */
  constructor(options: GatewayOptions, rest: RestTransport | undefined) {
    const routes = rest?.routes;
    this.options = options;
    this.isContract = options.profile === 'contract';
    this.maxLength = rest?.maxLength;
    this.router = routes && new Router(routes);
    this.hasTools = offersTools(options, this.router);
    const missing = rest === undefined ? NO_CONFIG : NO_ROUTES;
    this.obstacle = routes === undefined ? missing.sentence : undefined;
    this.recordedObstacle = missing.recorded;
    this.endpoints = (routes ?? []).map(({ operation, methods, route }) => ({ operation, methods, path: route }));
    this.#parameters = parametersByOperation(this.endpoints);
    this.headersOf = compileHeaders(rest, options);
  }

  parametersOf(name: string): readonly string[] {
    return this.#parameters.get(name) ?? [];
  }

  /**
   * Handles a request: finds the route, reads the request, calls the operation, and creates the answer.
   *
   * @throws Failure for anything that ends the request before its operation has answered
   */
  async handle(exchange: Exchange): Promise<Handled> {
    const { request, path, trace, info } = exchange;
    checkHost(this.options.transport.hostHeader, request);
    if (path === AGENT_PATH && this.hasTools && exchange.openMcpEndpoint !== undefined) {
      return handleMessage(this, exchange, exchange.openMcpEndpoint);
    }
    const options = info.method === 'OPTIONS' ? answerOptions(this, request, path) : undefined;
    if (options !== undefined) return { answer: options, operation: undefined };

    const match = findRoute(this, path, info.method);
    const { operation } = match;
    info.operation = operation;
    info.match = match;
    trace.debug(`Detected operation '${operation}'`);
    const read = await readRequest(this, exchange, match);
    const call = { operation, data: read.data, texts: read.texts };
    const outcome = await exchange.dispatch(new HttpCall(call, this.options, exchange));
    return { answer: answerCall(outcome, this.#writersOf(info.id)), operation };
  }

  answerFailure(failure: Failure, requestID: string): Answer {
    return answerFailure(failure, { options: this.options, requestID });
  }

  #writersOf(requestID: string): Parameters<typeof answerCall>[1] {
    const { options } = this;
    return {
      data: (outcome) => answerData(outcome, options),
      error: ({ error, data }) => answerError(error, data, { options, requestID }),
    };
  }
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

/**
 * Answers OPTIONS with the methods of a path. Compatible services only do so if a route lists the
 * method; undefined leaves the request to routing.
 */
function answerOptions(
  { router, isContract, options }: RestService,
  request: IncomingMessage,
  path: string,
): Answer | undefined {
  const methods = router?.methodsOf(path) ?? [];
  if (methods.length === 0 || (!isContract && !methods.includes('OPTIONS'))) return undefined;
  return answerMethods([...new Set([...methods, 'OPTIONS'])].sort().join(', '), options, request);
}
