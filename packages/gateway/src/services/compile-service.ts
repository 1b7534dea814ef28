import {
  patternRules,
  WRITE_TRANSPORT,
  type GatewayOptions,
  type MappingDefinition,
  type OperationDefinition,
  type WebService,
} from '@ticketgate/definition';
import type { OperationBinding, OperationType } from '@ticketgate/sdk';

import { markedMembers, SecretNames, type NamePattern } from '../debugger/secret-names.js';
import { compileMemberCheck } from '../dispatch/known-members.js';
import type { OperationRegistry } from '../dispatch/operation-registry.js';
import { compileMapping } from '../mapping/compile-mapping.js';
import type { Transport } from '../transports/transport.js';
import type { BoundOperation, CompiledService, UnboundOperation } from './compiled-service.js';
import { limitsOf, createRateLimit } from './service-limits.js';

/** The names that definitions may use. */
export interface CompileParts {
  readonly registry: OperationRegistry;
  readonly transports: readonly Transport[];
}

/** Compiles the routes, mappings, profiles and headers of a definition. */
export function compileService(
  { id, name }: { readonly id: number; readonly name: string },
  webService: WebService,
  { registry, transports }: CompileParts,
): CompiledService {
  const { gateway } = webService;
  const transport = transports.map((compile) => compile(webService)).find((compiled) => compiled !== undefined);
  const operations = new Map(
    [...webService.operations].map(([key, operation]) => {
      const parameters = transport?.parametersOf(operation.name) ?? [];
      return [key, compileOperation(operation, { id, name, gateway, registry, parameters })];
    }),
  );
  return Object.freeze({
    id,
    name,
    webService,
    options: gateway,
    debugger: { ...webService.debugger, secretNames: secretNamesOf(webService, operations) },
    transport,
    obstacle:
      transport === undefined
        ? transportObstacle(webService)
        : (transport.obstacle ?? operationsObstacle(webService, operations)),
    operations,
    rateLimit: gateway.rateLimit === undefined ? undefined : createRateLimit(gateway.rateLimit),
  });
}

function secretNamesOf(webService: WebService, compiled: CompiledService['operations']): SecretNames {
  const operations = [...compiled.values()].flatMap((bound) =>
    'missingType' in bound ? [] : [bound.registered.operation],
  );
  const renamed = [...webService.operations.values()].flatMap(({ inbound, outbound }) => [
    ...renamings(inbound),
    ...renamings(outbound).map(([ours, theirs]) => [theirs, ours] as const),
  ]);
  const patterns = [...webService.operations.values()].flatMap(({ inbound }) => patternsOf(inbound));
  return SecretNames.of(operations, renamed, patterns);
}

/** Names that a mapping gives to members that match a pattern or no rule. */
function patternsOf(mapping: MappingDefinition): readonly NamePattern[] {
  if (mapping.kind !== 'simple') return [];
  const { keyMapRegEx, keyMapDefault } = mapping.config;
  const patterns = patternRules(keyMapRegEx).map((rule) => ({
    target: rule.target,
    matches: (name: string) => rule.pattern?.test(name) === true,
  }));
  return keyMapDefault.mapType === 'MapTo'
    ? [...patterns, { target: keyMapDefault.mapTo, matches: () => true }]
    : patterns;
}

function renamings(mapping: MappingDefinition): readonly (readonly [string, string])[] {
  return mapping.kind === 'simple' ? Object.entries(mapping.config.keyMapExact) : [];
}

function transportObstacle({ transport, operations }: WebService): string {
  const type = transport.kind === 'not-served' ? transport.type : '';
  if (type === '' && operations.size === 0) return 'It has nothing to serve: no operations and no transport.';
  if (type === '') return `Its transport has no Type; write ${WRITE_TRANSPORT}.`;
  return `Its transport "${type}" is not served; write ${WRITE_TRANSPORT}.`;
}

function operationsObstacle(
  { operations: definitions }: WebService,
  operations: CompiledService['operations'],
): string | undefined {
  if (definitions.size === 0) return 'It has no operations.';
  if ([...operations.values()].some((bound) => !('missingType' in bound))) return undefined;
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
  if (registered === undefined) return { inbound, missingType: definition.type };
  return {
    binding: bindOperation(definition, options),
    inbound,
    outbound: compileMapping(definition.outbound),
    registered,
    profile: registered.operation.profiles?.[options.gateway.profile] ?? {},
    limits: limitsOf(definition),
    parameters: options.parameters,
    answersSecrets: markedMembers(registered.operation.output).length > 0,
    findUnknown:
      options.gateway.unknownMembers === 'refuse'
        ? compileMemberCheck(registered.operation, options.parameters)
        : undefined,
  };
}

/** Creates the binding of an operation: its service and its part of the definition. */
export function bindOperation(
  named: Pick<OperationDefinition, 'name' | 'type' | 'options'>,
  { id, name, gateway }: Pick<CompileOptions, 'id' | 'name' | 'gateway'>,
): OperationBinding {
  return Object.freeze({
    webService: Object.freeze({ id, name }),
    name: named.name,
    // Registered types have the form Namespace::Name, and this one is registered.
    type: named.type as OperationType,
    options: named.options,
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
