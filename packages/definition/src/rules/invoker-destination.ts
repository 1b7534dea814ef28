import { Destinations, findRefusal } from '../destinations.js';
import { readRequester } from '../reading/read-requester.js';
import { httpOf, type RequesterTransport } from '../requester-definition.js';
import { requesterTransports } from '../requester-transports.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { invokersOf, REQUESTER_CONFIG, requesterTypeOf } from './definition-parts.js';
import { warning, type Rule, type RuleInput } from './rule.js';

/** Where each part stands in `Requester.Transport.Config`. */
function placeOf(part: 'Host' | 'ProxyHost', input: RuleInput): YamlPath {
  if (part === 'ProxyHost') return ['Proxy', 'ProxyHost'];
  return [requesterTransports.get(requesterTypeOf(input))?.address ?? part];
}

/** Hosts and proxies that requests may not be sent to. */
export const invokerDestination: Rule = (input) => {
  if (input.allowedHosts === undefined || invokersOf(input).length === 0) return [];
  const refused = refusalOf(
    readRequester(input.config.Requester, input.config.Gateway)?.transport,
    new Destinations(input.allowedHosts),
  );
  if (refused === undefined) return [];
  const message = `No request can be sent: ${refused.reason}`;
  const path = [...REQUESTER_CONFIG, ...placeOf(refused.part, input)];
  return [warning({ code: 'invoker-destination', message, path })];
};

function refusalOf(transport: RequesterTransport | undefined, destinations: Destinations) {
  const http = httpOf(transport);
  if (http === undefined) return undefined;
  const { host, proxy } = http;
  // `invokerTransport` reports a proxy that is not a URL.
  const isURL = proxy !== undefined && /^https?:\/\//i.test(proxy.url);
  return findRefusal({ host, proxy: isURL ? proxy : undefined }, destinations);
}
