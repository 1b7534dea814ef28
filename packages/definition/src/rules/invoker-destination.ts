import { Destinations, findRefusal } from '../destinations.js';
import { readRequester } from '../reading/read-requester.js';
import type { RequesterTransport } from '../requester-definition.js';
import { invokersOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Where each part stands in `Requester.Transport.Config`. */
const PLACES = { Host: ['Host'], ProxyHost: ['Proxy', 'ProxyHost'] } as const;

/** Hosts and proxies that requests may not be sent to. */
export const invokerDestination: Rule = (input) => {
  if (input.allowedHosts === undefined || invokersOf(input).length === 0) return [];
  const refused = refusalOf(
    readRequester(input.config.Requester, input.config.Gateway)?.transport,
    new Destinations(input.allowedHosts),
  );
  if (refused === undefined) return [];
  const message = `No request can be sent: ${refused.reason}`;
  const path = ['Requester', 'Transport', 'Config', ...PLACES[refused.part]];
  return [warning({ code: 'invoker-destination', message, path })];
};

function refusalOf(transport: RequesterTransport | undefined, destinations: Destinations) {
  if (transport?.kind !== 'rest') return undefined;
  const { host, proxy } = transport.rest;
  // `invokerTransport` reports a proxy that is not a URL.
  const isURL = proxy !== undefined && /^https?:\/\//i.test(proxy.url);
  return findRefusal({ host, proxy: isURL ? proxy : undefined }, destinations);
}
