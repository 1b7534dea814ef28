import { textOf, type Data } from '@ticketgate/sdk';
import { declareMessages } from '@ticketgate/sdk/schema';

import {
  findRoutes,
  ROUTES,
  findOperations,
  pickTransport,
  TRANSPORT_CONFIG,
  nameTransport,
} from '../check/definition-parts.js';
import { inWords } from './change-words.js';
import type { ChangedRoute, DefinitionChange } from './compare-values.js';
import type { HideSecrets } from './hide-secrets.js';
import { providerTransports } from '../transport/provider-transports.js';
import {
  expectedActions,
  toOperationName,
  toRequestName,
  toResponseName,
  type SoapNames,
} from '../provider-soap/soap-names.js';

/** A route with one of its methods. */
interface Entry extends ChangedRoute {
  readonly operation: string;
  readonly isNew?: boolean;
}

/** Routes that were added, removed, or lead to another operation, each with its method. */
export function compareRoutes(before: Data, after: Data, hide: HideSecrets): readonly DefinitionChange[] {
  const [old, next] = [routeTable(before), routeTable(after)];
  const changed = [...old].filter(([key, { operation }]) => next.get(key)?.operation !== operation);
  const added = [...next].filter(([key]) => !old.has(key));
  return [
    ...changed.map(([key, entry]) => showRoute(entry, next.get(key)?.operation, hide)),
    ...added.map(([, entry]) => showRoute({ ...entry, isNew: true }, undefined, hide)),
  ];
}

const say = declareMessages({
  'change.route.any': `Any method {route}`,
  'change.route.added': `{route} is answered.`,
  'change.route.removed': `{route} is no longer answered.`,
  'change.route.changed': `{route} is answered by {after}, no longer by {before}.`,
});

/** @param now the operation that the route leads to now; undefined if it is new or gone */
function showRoute(entry: Entry, now: string | undefined, hide: HideSecrets): DefinitionChange {
  const { operation, method, isNew = false } = entry;
  const kind = isNew ? 'added' : now === undefined ? 'removed' : 'changed';
  const route = hide(entry.route).shown;
  const what = now === undefined ? kind : `now answered by ${now}, not by ${operation}`;
  const sentence = `route ${method ?? '(any method)'} ${route} ${what}`;
  const named = { route: method === undefined ? say('change.route.any', { route }) : `${method} ${route}` };
  const change = { after: now ?? '', before: operation };
  const words =
    kind === 'changed' ? say(`change.route.changed`, { ...named, ...change }) : say(`change.route.${kind}`, named);
  const told = { sentence, ...inWords(words), breaks: !isNew };
  return { kind, part: 'route', operation, path: [...ROUTES, operation], route: { method, route }, ...told };
}

/** The operations that requests reach. The first operation in byte order has a route that several name. */
function routeTable(config: Data): ReadonlyMap<string, Entry> {
  const table = new Map<string, Entry>();
  const routes = findRoutes({ config });
  for (const [operation, entry] of [...routes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entry.Route === undefined) continue;
    const [route, methods] = [textOf(entry.Route), entry.RequestMethod];
    for (const method of Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : [undefined]) {
      const key = `${method ?? ''} ${route}`;
      if (!table.has(key)) table.set(key, { operation, method, route });
    }
  }
  return table;
}

/** What clients of a SOAP service have to send or read in another way, by operation, and for all of them. */
export function compareSoapCalls(before: Data, after: Data, hide: HideSecrets): readonly DefinitionChange[] {
  const [old, next] = [toNames(before), toNames(after)];
  if (old === undefined) return [];
  const kept = new Set(findOperations({ config: after }).map(([name]) => name));
  const operations = findOperations({ config: before }).flatMap(([name]) => (kept.has(name) ? [name] : []));
  const all = next === undefined ? [] : ofAll(old, next);
  return [
    ...all.map((what) => describeCall(undefined, hide(what).shown)),
    ...operations.flatMap((name) =>
      (next === undefined ? NO_SOAP : ofOperation(name, old, next)).map((what) => describeCall(name, hide(what).shown)),
    ),
  ];
}

const NO_SOAP = ['is not called over SOAP any more'];

function describeCall(operation: string | undefined, what: string): DefinitionChange {
  const sentence = operation === undefined ? what : `operation ${operation}: ${what}`;
  return { kind: 'changed', part: 'route', operation, path: TRANSPORT_CONFIG, sentence, breaks: true };
}

function toNames(config: Data): SoapNames | undefined {
  const transport = providerTransports.get(nameTransport({ config }))?.read(pickTransport({ config }));
  return transport?.kind === 'soap' ? transport.soap : undefined;
}

function ofAll(old: SoapNames, next: SoapNames): readonly string[] {
  const space = `answers are in the namespace "${next.nameSpace}", so clients need the new WSDL`;
  const order = 'the elements of answers come in another order, so clients that check it need the new WSDL';
  return [
    ...(old.nameSpace === next.nameSpace && old.hasNoNameSpace === next.hasNoNameSpace ? [] : [space]),
    ...(JSON.stringify(old.sort) === JSON.stringify(next.sort) ? [] : [order]),
  ];
}

function ofOperation(name: string, old: SoapNames, next: SoapNames): readonly string[] {
  const [request, answer] = [toRequestName(name, old), toResponseName(name, next)];
  const isKnown = toOperationName(request, next) === name;
  return [
    ...(isKnown ? [] : [`requests in an element "${request}" are refused now; send "${toRequestName(name, next)}"`]),
    ...(toResponseName(name, old) === answer ? [] : [`answers are in an element "${answer}" now`]),
    ...ofAction(expectedActions(name, old), expectedActions(name, next)),
  ];
}

function ofAction(old: readonly string[] | undefined, next: readonly string[] | undefined): readonly string[] {
  const refused = old?.find((action) => next?.includes(action) === false);
  if (next === undefined || (old !== undefined && refused === undefined)) return [];
  const subject = refused === undefined ? `requests with another SOAPAction` : `requests with SOAPAction "${refused}"`;
  return [`${subject} are refused now; send "${next[0] ?? ''}", or none`];
}
