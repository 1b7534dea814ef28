import {
  compilePerlPattern,
  type DebugLevel,
  type GatewayOptions,
  type MappingDefinition,
  type OperationDefinition,
  type RestTransport,
  type WebService,
} from '@ticketgate/definition';
import type { OperationBinding, OperationProfile, OperationType } from '@ticketgate/sdk';

import type { OperationRegistry, RegisteredOperation } from '../dispatch/operation-registry.js';
import { compileMemberCheck, type MemberCheck } from '../dispatch/known-members.js';
import { compileMapping, type Mapping } from '../mapping/compile-mapping.js';
import { Router } from '../transports/rest/routing/router.js';
import { SecretNames, type NamePattern } from '../debugger/secret-names.js';
import { compileHeaders, type ServiceHeaders } from '../transports/rest/answering/service-headers.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';

/** An operation of a service with everything that can be prepared before a request comes. */
export interface BoundOperation {
  readonly binding: OperationBinding;
  readonly inbound: Mapping | undefined;
  readonly outbound: Mapping | undefined;
  readonly registered: RegisteredOperation;
  readonly profile: OperationProfile;
  /** Undefined where the service ignores what its operations do not know. */
  readonly findUnknown: MemberCheck | undefined;
}

/** An entry of `Provider.Operation` that no plugin serves; its requests are answered with a fault. */
export interface UnboundOperation {
  readonly inbound: Mapping | undefined;
  readonly problem: string;
}

/** A published web service: immutable, swapped as a whole. */
export interface CompiledService {
  readonly id: number;
  readonly name: string;
  readonly isContract: boolean;
  readonly options: GatewayOptions;
  readonly debugger: {
    readonly threshold: DebugLevel;
    readonly testMode: boolean;
    readonly secretNames: SecretNames;
  };
  /** Undefined: the transport cannot be made, which is a bare 500. `problem` says what its requests are told. */
  readonly rest: RestTransport | undefined;
  readonly problem: string | undefined;
  /** One sentence why no request can succeed; undefined when some can. */
  readonly obstacle: string | undefined;
  readonly maxLength: number | undefined;
  readonly router: Router | undefined;
  readonly operations: ReadonlyMap<string, BoundOperation | UnboundOperation>;
  readonly headers: ServiceHeaders;
  readonly rateLimit: RateLimit | undefined;
}

/** Compiles routes, mappings, profiles and headers of a definition, so that a request only looks things up. */
export function compileService(
  { id, name }: { readonly id: number; readonly name: string },
  webService: WebService,
  registry: OperationRegistry,
): CompiledService {
  const { transport, gateway } = webService;
  const rest = transport.kind === 'rest' ? transport.rest : undefined;
  const compile = (operation: OperationDefinition) => {
    const parameters = routeParameters(rest, operation.name);
    return compileOperation(operation, { id, name, gateway, registry, parameters });
  };
  const operations = new Map([...webService.operations].map(([key, operation]) => [key, compile(operation)]));
  return Object.freeze({
    id,
    name,
    isContract: gateway.profile === 'contract',
    options: gateway,
    debugger: { ...webService.debugger, secretNames: secretNamesOf(webService, operations) },
    rest,
    problem: transportProblem(webService),
    obstacle: transportObstacle(webService) ?? operationsObstacle(webService, operations),
    maxLength: rest?.maxLength,
    router: rest?.routes === undefined ? undefined : new Router(rest.routes),
    operations,
    headers: compileHeaders(rest),
    rateLimit: gateway.rateLimit === undefined ? undefined : createRateLimit(gateway.rateLimit),
  });
}

function secretNamesOf(webService: WebService, compiled: CompiledService['operations']): SecretNames {
  const operations = [...compiled.values()].flatMap((entry) =>
    'problem' in entry ? [] : [entry.registered.operation],
  );
  const renamed = [...webService.operations.values()].flatMap(({ inbound, outbound }) => [
    ...renamings(inbound),
    ...renamings(outbound).map(([ours, theirs]) => [theirs, ours] as const),
  ]);
  const patterns = [...webService.operations.values()].flatMap(({ inbound }) => patternsOf(inbound));
  return SecretNames.of(operations, renamed, patterns);
}

/** Names that a mapping makes of whatever matches, or of whatever is not named. */
function patternsOf(mapping: MappingDefinition): readonly NamePattern[] {
  if (mapping.kind !== 'simple') return [];
  const { keyMapRegEx, keyMapDefault } = mapping.config;
  const patterns = Object.entries(keyMapRegEx).map(([source, target]) => {
    const pattern = compilePerlPattern(source);
    return { target, matches: (name: string) => pattern?.test(name) === true };
  });
  return keyMapDefault.mapType === 'MapTo'
    ? [...patterns, { target: keyMapDefault.mapTo, matches: () => true }]
    : patterns;
}

function renamings(mapping: MappingDefinition): readonly (readonly [string, string])[] {
  return mapping.kind === 'simple' ? Object.entries(mapping.config.keyMapExact) : [];
}

function transportProblem({ transport }: WebService): string | undefined {
  if (transport.kind === 'no-config') return 'Rest Transport: Have no Config';
  if (transport.kind === 'rest' && transport.rest.routes === undefined) {
    return `HTTP::REST Can't find RouteOperationMapping in Config`;
  }
  return undefined;
}

function transportObstacle({ transport }: WebService): string | undefined {
  if (transport.kind === 'no-config') return 'Its transport has no Config.';
  if (transport.kind === 'rest') {
    return transport.rest.routes === undefined ? 'Its transport has no RouteOperationMapping.' : undefined;
  }
  if (transport.type === '') return 'Its transport has no Type; write Type: HTTP::REST.';
  return `Its transport "${transport.type}" is not served; write Type: HTTP::REST.`;
}

function operationsObstacle(
  { operations: definitions }: WebService,
  operations: CompiledService['operations'],
): string | undefined {
  if (definitions.size === 0) return 'It has no operations.';
  if ([...operations.values()].some((entry) => !('problem' in entry))) return undefined;
  const types = [...new Set([...definitions.values()].map(({ type }) => `"${type}"`))];
  return `No plugin has its operation types: ${types.join(', ')}.`;
}

interface CompileOptions {
  readonly id: number;
  readonly name: string;
  readonly gateway: GatewayOptions;
  readonly registry: OperationRegistry;
  /** Names of route parameters. */
  readonly parameters: readonly string[];
}

function compileOperation(definition: OperationDefinition, options: CompileOptions): BoundOperation | UnboundOperation {
  const inbound = compileMapping(definition.inbound);
  const registered = options.registry.get(definition.type);
  if (registered === undefined) return { inbound, problem: missingOperation(definition.type) };
  return {
    binding: bind(definition, options),
    inbound,
    outbound: compileMapping(definition.outbound),
    registered,
    profile: registered.operation.profiles?.[options.gateway.profile] ?? {},
    findUnknown:
      options.gateway.unknownMembers === 'refuse'
        ? compileMemberCheck(registered.operation, options.parameters)
        : undefined,
  };
}

function routeParameters(rest: RestTransport | undefined, name: string): readonly string[] {
  const routes = rest?.routes?.filter(({ operation }) => operation === name) ?? [];
  return routes.flatMap(({ route = '' }) =>
    [...route.matchAll(/:([^/]+)/g)].flatMap(([, parameter]) => parameter ?? []),
  );
}

function bind(definition: OperationDefinition, { id, name, gateway }: CompileOptions): OperationBinding {
  return Object.freeze({
    webService: Object.freeze({ id, name }),
    name: definition.name,
    // Registered types have the form Namespace::Name, and this one is registered.
    type: definition.type as OperationType,
    options: definition.options,
    profile: gateway.profile,
    answer: gateway.answer,
    customersMay: customersMay(gateway),
    times: gateway.times,
    collapseSingleItem: gateway.collapseSingleItem,
  });
}

function customersMay({ customers, profile }: GatewayOptions): OperationBinding['customersMay'] {
  return customers?.may ?? (profile === 'contract' ? [] : undefined);
}

export function missingOperation(type: string): string {
  if (type === '') return 'Got no OperationType!';
  return `Can't load operation backend module Kernel::GenericInterface::Operation::${type}!`;
}
