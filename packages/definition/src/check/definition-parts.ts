import { type Data, isData, toText } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import { providerTransports } from '../transport/provider-transports.js';
import { nonEmptyMap, partAt } from '../yaml/read-record.js';
import { upgraded } from '../requester-http/read-requester-http.js';
import { requesterTransports } from '../transport/requester-transports.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import type { RuleInput } from './rule.js';

export const OPERATIONS: YamlPath = ['Provider', 'Operation'];
export const TRANSPORT_CONFIG: YamlPath = ['Provider', 'Transport', 'Config'];
export const ROUTES: YamlPath = [...TRANSPORT_CONFIG, 'RouteOperationMapping'];

function mapsIn(value: unknown): readonly (readonly [name: string, entry: Data])[] {
  return Object.entries(isData(value) ? value : {}).flatMap(([name, entry]) =>
    isData(entry) ? [[name, entry] as const] : [],
  );
}

export function findOperations({ config }: RuleInput): readonly (readonly [name: string, operation: Data])[] {
  return mapsIn(partAt(config, OPERATIONS));
}

/** `Provider.Transport.Type`; `''` if there is none. */
export function nameTransport({ config }: RuleInput): string {
  return toText(partAt(config, ['Provider', 'Transport', 'Type']));
}

/** `Provider.Transport.Config` of a transport that is served. */
export function pickTransport(input: RuleInput): Data {
  if (!providerTransports.has(nameTransport(input))) return {};
  return nonEmptyMap(partAt(input.config, TRANSPORT_CONFIG)) ?? {};
}

/** {@link pickTransport} of HTTP::REST. */
export function pickRest(input: RuleInput): Data {
  return nameTransport(input) === 'HTTP::REST' ? pickTransport(input) : {};
}

export function findRoutes(input: RuleInput): readonly (readonly [operation: string, entry: Data])[] {
  return mapsIn(pickRest(input).RouteOperationMapping);
}

/** Names of the operations that requests can reach: those with a route; without routes in the transport, all of them. */
export function reachableNames(input: RuleInput): readonly string[] {
  const names = findOperations(input).map(([name]) => name);
  const type = nameTransport(input);
  if (type !== 'HTTP::REST') return providerTransports.has(type) ? names : [];
  const routes = new Set(findRoutes(input).map(([name]) => name));
  return names.filter((name) => routes.has(name));
}

const say = declareMessages({
  'effect.operation': `each request to "{name}" is answered with a fault`,
  'effect.invoker': `each call of the invoker "{name}" fails`,
});

/** Both mappings of each operation and each invoker, as written, with the effect of a mistake in them. */
export function findMappings(input: RuleInput) {
  return [
    ...findOperations(input).map(([name, entry]) => ({
      effect: say('effect.operation', { name }),
      entry,
      path: [...OPERATIONS, name],
    })),
    ...findInvokers(input).map(({ name, invoker, path }) => ({
      effect: say('effect.invoker', { name }),
      entry: invoker,
      path,
    })),
  ].flatMap(({ effect, entry, path }) =>
    ['MappingInbound', 'MappingOutbound'].map((key) => ({ effect, mapping: entry[key], path: [...path, key] })),
  );
}

export const REQUESTER_CONFIG: YamlPath = ['Requester', 'Transport', 'Config'];
export const CONTROLLERS: YamlPath = [...REQUESTER_CONFIG, 'InvokerControllerMapping'];
export const ERROR_HANDLING: YamlPath = ['Requester', 'ErrorHandling'];
const INVOKERS: YamlPath = ['Requester', 'Invoker'];

export interface InvokerEntry {
  readonly name: string;
  readonly invoker: Data;
  readonly path: YamlPath;
}

export function findInvokers({ config }: RuleInput): readonly InvokerEntry[] {
  return mapsIn(partAt(config, INVOKERS)).map(([name, invoker]) => ({ name, invoker, path: [...INVOKERS, name] }));
}

/** `Requester.Transport.Type`; `''` if there is none. */
export function nameRequester({ config }: RuleInput): string {
  return toText(partAt(config, ['Requester', 'Transport', 'Type']));
}

/** `Requester.Transport.Config` of a transport that is served, with the keys that are read. */
export function pickRequester(input: RuleInput): Data {
  const served = requesterTransports.get(nameRequester(input));
  if (served === undefined) return {};
  const written = nonEmptyMap(partAt(input.config, REQUESTER_CONFIG));
  return written === undefined ? {} : upgraded(written, served.timeout);
}
