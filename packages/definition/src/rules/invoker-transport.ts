import { type Data, isData, suggest, textOf } from '@ticketgate/sdk';

import { hasConstantQuery, REST_COMMANDS } from '../invoker-target.js';
import { credentialsProblem } from '../reading/credentials-problem.js';
import { member } from '../reading/read-record.js';
import { requesterTransports } from '../requester-transports.js';
import type { Finding, YamlPath } from '../yaml/yaml-source.js';
import {
  CONTROLLERS,
  type InvokerEntry,
  invokersOf,
  REQUESTER_CONFIG,
  requesterConfigOf,
  requesterTypeOf,
} from './definition-parts.js';
import { warning, type Rule, type RuleInput } from './rule.js';

const COMMANDS: readonly string[] = REST_COMMANDS;

/** What is lost without a key. */
const EFFECTS: Readonly<Record<string, string>> = {
  DefaultCommand: ', so none of its invokers can send a request, not even those with a Command.',
  Timeout: '. Without the key it is 300 seconds; while it is empty, no invoker can send a request.',
};
const NOTHING_SENT = ', so none of its invokers can send a request.';

/** The keys of a transport that invokers need before they can send anything. */
export const invokerTransport: Rule = (input) => {
  const config = member(member(input.config.Requester, 'Transport'), 'Config');
  const type = requesterTypeOf(input);
  const served = requesterTransports.get(type);
  if (served === undefined || invokersOf(input).length === 0) return [];
  return [
    ...Object.entries(served.needed).flatMap((needed) => missingKey(config, needed)),
    ...proxy(member(config, 'Proxy')),
    ...credentials(requesterConfigOf(input), served.address),
    ...(type === 'HTTP::REST' ? targets(input, config) : []),
  ];
};

function targets(input: RuleInput, config: unknown): readonly Finding[] {
  const controllers = member(config, 'InvokerControllerMapping');
  return [
    ...command(member(config, 'DefaultCommand'), [...REQUESTER_CONFIG, 'DefaultCommand']),
    ...invokersOf(input).flatMap((invoker) => controller(invoker, controllers)),
    ...queries(input, controllers),
  ];
}

function missingKey(config: unknown, [key, example]: readonly [string, string]): readonly Finding[] {
  if (textOf(member(config, key)) !== '') return [];
  const message = `The requester has no ${key}${EFFECTS[key] ?? NOTHING_SENT} Write for example ${key}: ${example}.`;
  const path = isData(config) ? [...REQUESTER_CONFIG, key] : REQUESTER_CONFIG;
  return [warning({ code: 'invoker-transport', message, path })];
}

function command(value: unknown, path: YamlPath): readonly Finding[] {
  const word = textOf(value).toUpperCase();
  if (word === '' || COMMANDS.includes(word)) return [];
  const message = `"${textOf(value)}" is not a command of REST; write one of ${COMMANDS.join(', ')}.`;
  return [warning({ code: 'invoker-command', message, path, suggestion: suggest(word, COMMANDS) })];
}

function proxy(options: unknown): readonly Finding[] {
  const host = textOf(member(options, 'ProxyHost'));
  if (textOf(member(options, 'UseProxy')) !== 'Yes' || host === '' || /^https?:\/\//i.test(host)) return [];
  const message = `ProxyHost is "${host}" and no URL, so no request can be sent.`;
  const path = [...REQUESTER_CONFIG, 'Proxy', 'ProxyHost'];
  return [warning({ code: 'invoker-transport', message, path, suggestion: `http://${host}` })];
}

function controller({ name }: InvokerEntry, controllers: unknown): readonly Finding[] {
  const entry = member(controllers, name);
  const path = [...CONTROLLERS, name];
  const written = textOf(member(entry, 'Controller'));
  if (written === '') {
    const message = `Invoker "${name}" has no Controller, so it cannot send a request. Add it to InvokerControllerMapping, for example ${name}: { Controller: /path }.`;
    return [warning({ code: 'invoker-controller', message, path })];
  }
  const commands = command(member(entry, 'Command'), [...path, 'Command']);
  if (written.startsWith('/')) return commands;
  const message = `The Controller "${written}" does not start with a slash; one is put before it. Write "/${written}".`;
  return [warning({ code: 'invoker-controller', message, path: [...path, 'Controller'] }), ...commands];
}

function credentials(config: Data, address: 'Host' | 'Endpoint'): readonly Finding[] {
  const problem = credentialsProblem(config, address);
  if (problem === undefined) return [];
  const message = `${problem.message} Until then each call fails, and nothing is sent without credentials.`;
  return [warning({ code: 'invoker-credentials', message, path: [...REQUESTER_CONFIG, ...problem.path] })];
}

/** The family drops a query in which it replaces nothing. */
function queries(input: RuleInput, controllers: unknown): readonly Finding[] {
  if (member(member(input.config.Gateway, 'Requester'), 'Query') === 'always') return [];
  const message =
    'The query of this Controller has no placeholder, so it is not sent, as in the family. Write Gateway: { Requester: { Query: always } } to send it.';
  return invokersOf(input)
    .filter(({ name }) => hasConstantQuery(textOf(member(member(controllers, name), 'Controller'))))
    .map(({ name }) => warning({ code: 'controller-query', message, path: [...CONTROLLERS, name, 'Controller'] }));
}
