import { textOf } from '@ticketgate/sdk';

import { HEADER_NAME, HEADER_VALUE } from './header-form.js';

import { member, nonEmptyMap } from '../yaml/read-record.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import type { YamlPath } from '../yaml/yaml-source.js';
import { REQUESTER_CONFIG, pickRequester, TRANSPORT_CONFIG, pickTransport } from '../check/definition-parts.js';
import type { Rule } from '../check/rule.js';

const { warning } = declareDiagnostics({
  'header-not-sent.name': `"{name}" is not a name of a header in HTTP, so it is not sent. Write letters from A to Z, digits and "-".`,
  'header-not-sent.value': `The value of the header "{name}" has characters that HTTP cannot send, so it is not sent. Write ASCII.`,
  'header-not-sent.empty': `The header "{name}" has no value and is not sent. Write '' for an empty one, or remove it.`,
  'header-not-sent.own': `The header "{name}" is made for each request, so this one is not sent. Remove it.`,
  'outbound-headers-ignored': `OutboundHeaders have no effect while there are AdditionalHeaders; move all headers to one of them.`,
});

/** Headers of answers and of invokers that have no effect. */
export const outboundHeaders: Rule = (input) => [
  ...silenced(pickTransport(input), TRANSPORT_CONFIG),
  ...silenced(pickRequester(input), REQUESTER_CONFIG),
  ...unsent(pickRequester(input)),
  ...unwritable(pickTransport(input), TRANSPORT_CONFIG),
  ...unwritable(pickRequester(input), REQUESTER_CONFIG),
];

/** Names and values that HTTP has no form for (RFC 9110, 5.1 and 5.5). */
function unwritable(config: unknown, path: YamlPath): readonly Finding[] {
  const outbound = member(config, 'OutboundHeaders');
  const specific = Object.entries(nonEmptyMap(member(outbound, 'Specific')) ?? {});
  const maps: readonly (readonly [unknown, YamlPath])[] = [
    [member(config, 'AdditionalHeaders'), ['AdditionalHeaders']],
    [member(outbound, 'Common'), ['OutboundHeaders', 'Common']],
    ...specific.map(([name, headers]) => [headers, ['OutboundHeaders', 'Specific', name]] as const),
  ];
  return maps.flatMap(([headers, at]) =>
    Object.entries(nonEmptyMap(headers) ?? {}).flatMap(([name, value]) => {
      if (HEADER_NAME.test(name) && HEADER_VALUE.test(textOf(value))) return [];
      const id = HEADER_NAME.test(name) ? 'header-not-sent.value' : 'header-not-sent.name';
      return [warning(id, { path: [...path, ...at, name], at: 'key' }, { name })];
    }),
  );
}

/** Additional headers silence the outbound ones. */
function silenced(config: unknown, path: YamlPath): readonly Finding[] {
  const [additional, outbound] = ['AdditionalHeaders', 'OutboundHeaders'].map((key) =>
    nonEmptyMap(member(config, key)),
  );
  if (additional === undefined || outbound === undefined) return [];
  return [warning('outbound-headers-ignored', { path: [...path, 'OutboundHeaders'], at: 'key' })];
}

function unsent(config: unknown): readonly Finding[] {
  const outbound = member(config, 'OutboundHeaders');
  const specific = Object.entries(nonEmptyMap(member(outbound, 'Specific')) ?? {});
  const at: YamlPath = [...REQUESTER_CONFIG, 'OutboundHeaders'];
  return [
    ...findUnsent(member(config, 'AdditionalHeaders'), [...REQUESTER_CONFIG, 'AdditionalHeaders']),
    ...findUnsent(member(outbound, 'Common'), [...at, 'Common']),
    ...specific.flatMap(([name, headers]) => findUnsent(headers, [...at, 'Specific', name])),
  ];
}

function findUnsent(headers: unknown, path: YamlPath): readonly Finding[] {
  return Object.entries(nonEmptyMap(headers) ?? {}).flatMap(([name, value]) => {
    if (value !== null && isHeaderSent(name)) return [];
    const id = value === null ? 'header-not-sent.empty' : 'header-not-sent.own';
    return [warning(id, { path: [...path, name], at: 'key' }, { name })];
  });
}

/** Headers that the request determines (the family's `GenericInterface::Invoker::OutboundHeaderBlacklist`). */
const OF_REQUEST = new Set(['content-length', 'content-md5', 'host']);
/** Headers about the connection, which several requests share. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']);

/** Whether a definition can set that header of a request. */
export function isHeaderSent(name: string): boolean {
  return !OF_REQUEST.has(name.toLowerCase()) && !OF_CONNECTION.has(name.toLowerCase());
}
