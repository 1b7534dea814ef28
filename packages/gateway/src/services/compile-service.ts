import {
  mappingRules,
  patternRules,
  WRITE_TRANSPORT,
  type GatewayOptions,
  type MappingDefinition,
  type OperationDefinition,
  type WebService,
} from '@ticketgate/definition';
import type { OperationBinding, OperationType } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import { markedMembers, SecretNames, type NamePattern } from '../debugger/secret-names.js';
import { compileMemberCheck } from '../dispatch/known-members.js';
import type { OperationRegistry } from '../dispatch/operation-registry.js';
import { compileMapping } from '../mapping/compile-mapping.js';
import type { Mapping } from '../mapping/mapping.js';
import type { Transport } from '../transports/transport.js';
import { createRateLimit } from './service-limits.js';

export interface CompileParts {
  readonly registry: OperationRegistry;
  readonly transports: readonly Transport[];
}

/** A published web service: immutable, replaced as a whole. */
export type CompiledService = ReturnType<typeof compileService>;

export function compileService(
  { id, name }: { readonly id: number; readonly name: string },
  webService: WebService,
  { registry, transports }: CompileParts,
) {
  const { gateway } = webService;
  const transport = transports.map((compile) => compile(webService)).find((compiled) => compiled !== undefined);
  const operations: Operations = new Map(
    [...webService.operations].map(([key, operation]) => {
      const parameters = transport?.listParameters(operation.name) ?? [];
      return [key, compileOperation(operation, { id, name, gateway, registry, parameters })];
    }),
  );
  return Object.freeze({
    id,
    name,
    webService,
    options: gateway,
    debugger: {
      ...webService.debugger,
      // With this threshold, everything is recorded anyway.
      keepsFailures: gateway.keepsFailures && webService.debugger.threshold !== 'debug',
      secretNames: collectSecretNames(webService, operations),
    },
    /** Undefined if the definition's transport is not supported; clients get the answer for unknown services. */
    transport,
    /** Why no request can succeed, in one sentence; undefined if some can. */
    obstacle:
      transport === undefined
        ? transportObstacle(webService)
        : (transport.obstacle ?? operationsObstacle(webService, operations)),
    operations,
    rateLimit: gateway.rateLimit === undefined ? undefined : createRateLimit(gateway.rateLimit),
  });
}

/** Whether answers of an operation may contain secrets, according to its output schema. */
export function answersSecrets({ operations }: CompiledService, operation: string | undefined): boolean {
  return operation !== undefined && operations.get(operation)?.answersSecrets === true;
}

function collectSecretNames(webService: WebService, compiled: Operations): SecretNames {
  const operations = [...compiled.values()].flatMap(({ registered }) => registered?.operation ?? []);
  const renamed = [...webService.operations.values()].flatMap(({ inbound, outbound }) => [
    ...renamings(inbound),
    ...renamings(outbound).map(([ours, theirs]) => [theirs, ours] as const),
  ]);
  const patterns = [...webService.operations.values()].flatMap(({ inbound }) => listNamePatterns(inbound));
  return SecretNames.of(operations, renamed, patterns);
}

/** The names that a mapping gives to members that match a pattern or no rule. */
function listNamePatterns(mapping: MappingDefinition): readonly NamePattern[] {
  const rules = mappingRules(mapping);
  if (rules === undefined) return [];
  const { keyMapRegEx, keyMapDefault } = rules;
  const patterns = patternRules(keyMapRegEx).map((rule) => ({
    target: rule.target,
    matches: (name: string) => rule.pattern?.test(name) === true,
  }));
  return keyMapDefault.mapType === 'MapTo'
    ? [...patterns, { target: keyMapDefault.mapTo, matches: () => true }]
    : patterns;
}

function renamings(mapping: MappingDefinition): readonly (readonly [string, string])[] {
  const names = Object.entries(mappingRules(mapping)?.keyMapExact ?? {});
  // Names in Mapping Znuny may be paths, with several targets.
  if (mapping.kind !== 'znuny') return names;
  return names.flatMap(([from, targets]) =>
    targets.split(',').map((to) => [from.slice(from.lastIndexOf('.') + 1), to.trim()] as const),
  );
}

const say = declareMessages({
  'obstacle.transport': `Its transport "{type}" is not served; write {wanted}.`,
  'obstacle.operations': `No plugin has its operation types: {types}.`,
});

function transportObstacle({ transport, operations }: WebService) {
  const type = transport.kind === 'not-served' ? transport.type : '';
  if (type === '' && operations.size === 0) return 'It has nothing to serve: no operations and no transport.';
  if (type === '') return `Its transport has no Type; write ${WRITE_TRANSPORT}.`;
  return say('obstacle.transport', { type, wanted: WRITE_TRANSPORT });
}

function operationsObstacle({ operations: definitions }: WebService, operations: Operations) {
  if (definitions.size === 0) return 'It has no operations.';
  if ([...operations.values()].some(({ registered }) => registered !== undefined)) return undefined;
  const types = [...new Set([...definitions.values()].map(({ type }) => `"${type}"`))];
  return say('obstacle.operations', { types: types.join(', ') });
}

interface CompileOptions {
  readonly id: number;
  readonly name: string;
  readonly gateway: GatewayOptions;
  readonly registry: OperationRegistry;
  readonly parameters: readonly string[];
}

export type BoundOperation = Readonly<Exclude<ReturnType<typeof compileOperation>, UnboundOperation>>;

/** An operation of `Provider.Operation` whose type no plugin provides; its requests are answered with a fault. */
export interface UnboundOperation {
  readonly inbound: Mapping | undefined;
  readonly registered?: never;
  readonly answersSecrets?: never;
  /** As written; `''` if missing. */
  readonly missingType: string;
}

type Operations = ReadonlyMap<string, BoundOperation | UnboundOperation>;

function compileOperation(definition: OperationDefinition, options: CompileOptions) {
  const inbound = compileMapping(definition.inbound);
  const registered = options.registry.get(definition.type);
  const missing: UnboundOperation = { inbound, missingType: definition.type };
  if (registered === undefined) return missing;
  const refusesUnknown = options.gateway.unknownMembers === 'refuse';
  return {
    binding: bindOperation(definition, options),
    inbound,
    outbound: compileMapping(definition.outbound),
    registered,
    profile: registered.operation.profiles?.[options.gateway.profile] ?? {},
    /** Seconds; undefined: no limit of its own. */
    timeout: definition.timeout,
    parameters: options.parameters,
    answersSecrets: markedMembers(registered.operation.output).length > 0,
    /** Undefined if the service ignores unknown members. */
    findUnknown: refusesUnknown ? compileMemberCheck(registered.operation, options.parameters) : undefined,
  };
}

export function bindOperation(
  named: Pick<OperationDefinition, 'name' | 'type' | 'options'>,
  { id, name, gateway }: Pick<CompileOptions, 'id' | 'name' | 'gateway'>,
): OperationBinding {
  return Object.freeze({
    webService: Object.freeze({ id, name }),
    name: named.name,
    // A cast: registered types have the form Namespace::Name, and this one is registered.
    type: named.type as OperationType,
    options: named.options,
    profile: gateway.profile,
    answer: gateway.answer,
    customersMay: gateway.customers?.may ?? (gateway.profile === 'contract' ? [] : undefined),
    collapseSingleItem: gateway.collapseSingleItem,
  });
}
