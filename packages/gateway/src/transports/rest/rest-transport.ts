import type { IncomingMessage } from 'node:http';
import { AGENT_PATH, type GatewayOptions, type RestTransport } from '@ticketgate/definition';
import { keptIn } from '@ticketgate/sdk';

import { answerMethods, compileHeaders } from '../http/service-headers.js';
import { checkHost } from '../http/host-header.js';
import { answerCall } from '../http/answer-call.js';
import { httpCall } from '../http/http-call.js';
import { handleMessage } from '../mcp/handle-message.js';
import type { Endpoint, Exchange, Handled, Transport } from '../transport.js';
import { answerData, answerError, answerFailure } from './answering/rest-answers.js';
import { readRequest, type RestService } from './reading/read-request.js';
import { findRoute, Router } from './routing/router.js';

/** HTTP::REST: routes, JSON bodies, answers as JSON. */
export const restTransport: Transport = ({ transport, gateway: options }) => {
  if (transport.kind !== 'rest' && transport.kind !== 'no-config') return undefined;
  const rest = transport.kind === 'rest' ? transport.rest : undefined;
  const routes = rest?.routes;
  const router = routes && new Router(routes);
  const missing = rest === undefined ? NO_CONFIG : NO_ROUTES;
  const service: RestService = {
    options,
    isContract: options.profile === 'contract',
    maxLength: rest?.maxLength,
    uploadField: chooseUpload(rest, options),
    router,
    hasTools: offersTools(options, router),
    recordedObstacle: missing.recorded,
  };
  const endpoints = (routes ?? []).map(({ operation, methods, route }) => ({ operation, methods, path: route }));
  const parameters = parametersByOperation(endpoints);
  return {
    obstacle: routes === undefined ? missing.sentence : undefined,
    endpoints,
    makeHeaders: compileHeaders(rest, options),
    listParameters: (operation) => parameters.get(operation) ?? [],
    handle: (exchange) => handle(service, exchange),
    answerFailure: (failure, requestID) => answerFailure(failure, { options, requestID }),
  };
};

/** Znuny reads forms even if the definition does not mention them. */
function chooseUpload(rest: RestTransport | undefined, { profile }: GatewayOptions): string | undefined {
  return rest?.uploadField ?? (profile === 'znuny' ? 'file' : undefined);
}

const NO_CONFIG = { sentence: 'Its transport has no Config.', recorded: 'Rest Transport: Have no Config' } as const;
const NO_ROUTES = {
  sentence: 'Its transport has no RouteOperationMapping.',
  recorded: `HTTP::REST Can't find RouteOperationMapping in Config`,
} as const;

/**
 * Finds the route, reads the request, calls the operation, and creates the answer.
 *
 * @throws Failure for anything that ends the request before its operation has answered
 */
async function handle(service: RestService, exchange: Exchange): Promise<Handled> {
  const { options } = service;
  const { request, path, trace, info } = exchange;
  checkHost(options.transport.hostHeader, request);
  if (path === AGENT_PATH && service.hasTools && exchange.openMcpEndpoint !== undefined) {
    return handleMessage(service, exchange, exchange.openMcpEndpoint);
  }
  const methods = info.method === 'OPTIONS' ? answerOptions(service, request, path) : undefined;
  if (methods !== undefined) return { answer: methods, operation: undefined };
  const match = findRoute(service, path, info.method);
  const { operation } = match;
  info.operation = operation;
  info.match = match;
  trace.debug(`Detected operation '${operation}'`);
  const read = await readRequest(service, exchange, match);
  const outcome = await exchange.dispatch(httpCall({ operation, ...read }, options, exchange));
  const answer = answerCall(outcome, {
    data: (done) => answerData(done, options),
    error: ({ error, data }) => answerError(error, data, { options, requestID: info.id }),
  });
  return { answer, operation };
}

/** Agents find tools unless a route uses the path. */
function offersTools({ mcp }: GatewayOptions, router: Router | undefined): boolean {
  return mcp !== undefined && router?.listMethods(AGENT_PATH).length === 0;
}

function parametersByOperation(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { operation, path = '' } of endpoints) {
    const own = [...path.matchAll(/:([^/]+)/g)].flatMap(([, parameter]) => parameter ?? []);
    keptIn(found, operation, () => []).push(...own);
  }
  return found;
}

/** Answers OPTIONS with the methods of a path. Compatible services only do so if a route lists the method; undefined continues with routing. */
function answerOptions({ router, isContract, options }: RestService, request: IncomingMessage, path: string) {
  const methods = router?.listMethods(path) ?? [];
  if (methods.length === 0 || (!isContract && !methods.includes('OPTIONS'))) return undefined;
  return answerMethods([...new Set([...methods, 'OPTIONS'])].sort().join(', '), options, request);
}
