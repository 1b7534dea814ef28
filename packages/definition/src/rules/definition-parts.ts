import { type Data, isData, textOf } from '@ticketgate/sdk';

import { providerTransports } from '../provider-transports.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import type { RuleInput } from './rule.js';

export const OPERATIONS: YamlPath = ['Provider', 'Operation'];
export const TRANSPORT_CONFIG: YamlPath = ['Provider', 'Transport', 'Config'];
export const ROUTES: YamlPath = [...TRANSPORT_CONFIG, 'RouteOperationMapping'];

/** Entries of `Provider.Operation` that are maps. */
export function operationsOf({ config }: RuleInput): readonly (readonly [name: string, operation: Data])[] {
  const operations = member(member(config, 'Provider'), 'Operation');
  return Object.entries(isData(operations) ? operations : {}).flatMap(([name, entry]) =>
    isData(entry) ? [[name, entry] as const] : [],
  );
}

/** `Provider.Transport.Type`, `''` without one. */
export function transportTypeOf({ config }: RuleInput): string {
  return textOf(member(member(member(config, 'Provider'), 'Transport'), 'Type'));
}

/** `Provider.Transport.Config` of a transport that is served. */
export function transportConfigOf(input: RuleInput): Data {
  if (!providerTransports.has(transportTypeOf(input))) return {};
  return nonEmptyMap(member(member(member(input.config, 'Provider'), 'Transport'), 'Config')) ?? {};
}

/** {@link transportConfigOf} of HTTP::REST. */
export function restConfigOf(input: RuleInput): Data {
  return transportTypeOf(input) === 'HTTP::REST' ? transportConfigOf(input) : {};
}

/** Entries of `RouteOperationMapping` that are maps. */
export function routesOf(input: RuleInput): readonly (readonly [operation: string, entry: Data])[] {
  const routes = nonEmptyMap(restConfigOf(input).RouteOperationMapping) ?? {};
  return Object.entries(routes).flatMap(([name, entry]) => (isData(entry) ? [[name, entry] as const] : []));
}

interface Mapping {
  /** Name of the operation. */
  readonly operation: string;
  /** As written. */
  readonly mapping: unknown;
  readonly path: YamlPath;
}

/** Both mappings of each operation. */
export function mappingsOf(input: RuleInput): readonly Mapping[] {
  return operationsOf(input).flatMap(([name, entry]) =>
    ['MappingInbound', 'MappingOutbound'].map((key) => ({
      operation: name,
      mapping: entry[key],
      path: [...OPERATIONS, name, key],
    })),
  );
}

const INVOKERS: YamlPath = ['Requester', 'Invoker'];

export interface InvokerEntry {
  readonly name: string;
  readonly invoker: Data;
  readonly path: YamlPath;
}

/** Entries of `Requester.Invoker` that are maps. */
export function invokersOf({ config }: RuleInput): readonly InvokerEntry[] {
  const invokers = Object.entries(nonEmptyMap(member(config.Requester, 'Invoker')) ?? {});
  return invokers.flatMap(([name, invoker]) => (isData(invoker) ? [{ name, invoker, path: [...INVOKERS, name] }] : []));
}
