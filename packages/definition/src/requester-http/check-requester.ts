import { isData, toText, type Data, suggest } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { member } from '../yaml/read-record.js';
import { isOn } from './read-requester-http.js';
import { readToken, credentialsProblem } from './read-credentials.js';
import { requestRetrySchema } from '../invokers/invoker-schema.js';
import { findHttp, requesterTransports, type RequesterTransport } from '../transport/requester-transports.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import {
  REQUESTER_CONFIG,
  pickRequester,
  nameRequester,
  CONTROLLERS,
  type InvokerEntry,
  findInvokers,
} from '../check/definition-parts.js';
import type { Rule, RuleInput } from '../check/rule.js';
import { REST_COMMANDS } from './requester-rest-schema.js';
import { Destinations, findRefusal } from './destinations.js';
import { readRequester } from './read-requester.js';

const { warning, say } = declareDiagnostics({
  'option-not-served.requester': `{key} is kept and has no effect: {reason}. Remove it.`,
  'option-not-served.ReuseClient': `connections are always reused`,
  'option-not-served.Encoding': `answers are read in the encoding that they name`,
  'option-without-effect.ssl': `{key} has no effect without UseSSL: Yes.`,
  'host-name-unverified': `{key} accepts the certificate of any other host, so anyone who diverts the requests can read them. Remove it, and name the authority in SSLCAFile if the certificate is your own.`,
  'invoker-credentials.token': `requester.tokens of the configuration has no "{name}". Until then each call fails, and nothing is sent.`,
  'invoker-credentials': `{problem} Until then each call fails, and nothing is sent without credentials.`,
  'invoker-transport.missing': `The requester has no {key}, so none of its invokers can send a request. Write for example {key}: {example}.`,
  'invoker-transport.DefaultCommand': `The requester has no {key}, so none of its invokers can send a request, not even those with a Command. Write for example {key}: {example}.`,
  'invoker-transport.Timeout': `The requester has no {key}. Without the key it is 300 seconds; while it is empty, no invoker can send a request. Write for example {key}: {example}.`,
  'invoker-transport.proxy': `ProxyHost is "{host}" and no URL, so no request can be sent.`,
  'invoker-command': `"{value}" is not a command of REST; write one of {commands}.`,
  'invoker-controller.missing': `Invoker "{name}" has no Controller, so it cannot send a request. Add it to InvokerControllerMapping, for example {name}: { Controller: /path }.`,
  'invoker-controller.slash': `The Controller "{written}" does not start with a slash; one is put before it. Write "/{written}".`,
  'controller-query': `The query of this Controller has no placeholder, so it is not sent, as in the family. Write Gateway: { Requester: { Query: always } } to send it.`,
  'invoker-destination': `No request can be sent: {reason}`,
});

/** Keys and shapes of the requester's transport and error handling: only warnings, since the family skips what it does not know. */
const requesterKeys: Rule = (input) => {
  const config = pickRequester(input);
  const { schema = {} } = requesterTransports.get(nameRequester(input)) ?? {};
  const modules = member(input.config.Requester, 'ErrorHandling');
  const keys = [
    ...checkSchema(config, schema, REQUESTER_CONFIG).filter(isNoCommand),
    ...Object.entries(isData(modules) ? modules : {}).flatMap(([name, module]) =>
      checkSchema(module, requestRetrySchema, ['Requester', 'ErrorHandling', name]),
    ),
  ].map((finding) => ({ ...finding, severity: 'warning' as const }));
  return [...keys, ...withoutEffect(config), ...hostName(config.SSL), ...tokenName(config, input)];
};

function withoutEffect(config: Data): readonly Finding[] {
  return (['ReuseClient', 'Encoding'] as const)
    .filter((key) => toText(config[key]) !== '')
    .map((key) => {
      const values = { key, reason: say(`option-not-served.${key}`) };
      return warning('option-not-served.requester', { path: [...REQUESTER_CONFIG, key], at: 'key' }, values);
    });
}

function hostName(options: unknown): readonly Finding[] {
  const key = isOn(member(options, 'SSLNoHostnameVerification')) ? 'SSLNoHostnameVerification' : 'SSLVerifyHostname';
  if (key === 'SSLVerifyHostname' && member(options, key) !== 'No') return [];
  const path = [...REQUESTER_CONFIG, 'SSL', key];
  return member(options, 'UseSSL') === 'Yes'
    ? [warning('host-name-unverified', { path }, { key })]
    : [warning('option-without-effect.ssl', { path, at: 'key' }, { key })];
}

function tokenName({ Authentication }: Data, { tokenConfigurations: known }: RuleInput): readonly Finding[] {
  const token = readToken(Authentication);
  if (token?.kind !== 'oauth2' || token.configuration === '' || known === undefined) return [];
  if (known.includes(token.configuration)) return [];
  const path = [...REQUESTER_CONFIG, 'Authentication', 'OAuth2TokenConfigName'];
  return [warning('invoker-credentials.token', { path }, { name: token.configuration })];
}

/** The rule `invoker-transport` says more about commands, and ignores their case. */
function isNoCommand({ code, path }: Finding): boolean {
  return code !== 'wrong-value' || !/^(?:Default)?Command$/.test(String(path.at(-1)));
}

const COMMANDS: readonly string[] = REST_COMMANDS;

/** The keys of a transport that invokers need before they can send anything. */
const invokerTransport: Rule = (input) => {
  const config = member(member(input.config.Requester, 'Transport'), 'Config');
  const type = nameRequester(input);
  const served = requesterTransports.get(type);
  if (served === undefined || findInvokers(input).length === 0) return [];
  return [
    ...Object.entries(served.needed).flatMap((needed) => missingKey(config, needed)),
    ...proxy(member(config, 'Proxy')),
    ...credentials(pickRequester(input), served.address),
    ...(type === 'HTTP::REST' ? targets(input, config) : []),
  ];
};

function targets(input: RuleInput, config: unknown): readonly Finding[] {
  const controllers = member(config, 'InvokerControllerMapping');
  return [
    ...checkVerb(member(config, 'DefaultCommand'), [...REQUESTER_CONFIG, 'DefaultCommand']),
    ...findInvokers(input).flatMap((invoker) => controller(invoker, controllers)),
    ...queries(input, controllers),
  ];
}

function missingKey(config: unknown, [key, example]: readonly [string, string]): readonly Finding[] {
  if (toText(member(config, key)) !== '') return [];
  const path = isData(config) ? [...REQUESTER_CONFIG, key] : REQUESTER_CONFIG;
  const lost = key === 'DefaultCommand' || key === 'Timeout' ? key : 'missing';
  return [warning(`invoker-transport.${lost}`, { path }, { key, example })];
}

function checkVerb(value: unknown, path: YamlPath): readonly Finding[] {
  const word = toText(value).toUpperCase();
  if (word === '' || COMMANDS.includes(word)) return [];
  const values = { value: toText(value), commands: COMMANDS.join(', ') };
  return [warning('invoker-command', { path, suggestion: suggest(word, COMMANDS) }, values)];
}

function proxy(options: unknown): readonly Finding[] {
  const host = toText(member(options, 'ProxyHost'));
  if (toText(member(options, 'UseProxy')) !== 'Yes' || host === '' || /^https?:\/\//i.test(host)) return [];
  const path = [...REQUESTER_CONFIG, 'Proxy', 'ProxyHost'];
  return [warning('invoker-transport.proxy', { path, suggestion: `http://${host}` }, { host })];
}

function controller({ name }: InvokerEntry, controllers: unknown): readonly Finding[] {
  const entry = member(controllers, name);
  const path = [...CONTROLLERS, name];
  const written = toText(member(entry, 'Controller'));
  if (written === '') return [warning('invoker-controller.missing', { path }, { name })];
  const commands = checkVerb(member(entry, 'Command'), [...path, 'Command']);
  if (written.startsWith('/')) return commands;
  return [warning('invoker-controller.slash', { path: [...path, 'Controller'] }, { written }), ...commands];
}

function credentials(config: Data, address: 'Host' | 'Endpoint'): readonly Finding[] {
  const found = credentialsProblem(config, address);
  if (found === undefined) return [];
  return [warning('invoker-credentials', { path: [...REQUESTER_CONFIG, ...found.path] }, { problem: found.sentence })];
}

/** The family drops a query without any replaced placeholder. */
function queries(input: RuleInput, controllers: unknown): readonly Finding[] {
  if (member(member(input.config.Gateway, 'Requester'), 'Query') === 'always') return [];
  return findInvokers(input)
    .filter(({ name }) => hasConstantQuery(toText(member(member(controllers, name), 'Controller'))))
    .map(({ name }) => warning('controller-query', { path: [...CONTROLLERS, name, 'Controller'] }));
}

const invokerDestination: Rule = (input) => {
  if (input.allowedHosts === undefined || findInvokers(input).length === 0) return [];
  const refused = findHostRefusal(
    readRequester(input.config.Requester, input.config.Gateway)?.transport,
    new Destinations(input.allowedHosts),
  );
  if (refused === undefined) return [];
  const { address = 'Host' } = requesterTransports.get(nameRequester(input)) ?? {};
  const path = [...REQUESTER_CONFIG, ...(refused.part === 'ProxyHost' ? ['Proxy', 'ProxyHost'] : [address])];
  return [warning('invoker-destination', { path }, { reason: refused.reason })];
};

function findHostRefusal(transport: RequesterTransport | undefined, destinations: Destinations) {
  const http = findHttp(transport);
  if (http === undefined) return undefined;
  const { host, proxy } = http;
  // `invokerTransport` reports a proxy that is not a URL.
  const isURL = proxy !== undefined && /^https?:\/\//i.test(proxy.url);
  return findRefusal({ host, proxy: isURL ? proxy : undefined }, destinations);
}

/** A controller whose query has no placeholder, so that the family never sends it. */
function hasConstantQuery(controller: string): boolean {
  const [, ...query] = controller.split('?');
  const text = query.join('?');
  return text !== '' && !/:[^&]/.test(text);
}

export const requesterRules: readonly Rule[] = [requesterKeys, invokerTransport, invokerDestination];
