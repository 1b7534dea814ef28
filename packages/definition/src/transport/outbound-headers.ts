import { toText } from '@ticketgate/sdk';

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
export const outboundHeaders: Rule = (input) => {
  const ofAnswers = listHeaders(pickTransport(input), TRANSPORT_CONFIG);
  const ofRequests = listHeaders(pickRequester(input), REQUESTER_CONFIG);
  return [
    ...silenced(pickTransport(input), TRANSPORT_CONFIG),
    ...silenced(pickRequester(input), REQUESTER_CONFIG),
    ...ofRequests.flatMap(unsent),
    ...[...ofAnswers, ...ofRequests].flatMap(unwritable),
  ];
};

type Header = ReturnType<typeof listHeaders>[number];

function listHeaders(config: unknown, path: YamlPath) {
  const outbound = member(config, 'OutboundHeaders');
  const specific = Object.entries(nonEmptyMap(member(outbound, 'Specific')) ?? {});
  const maps: readonly (readonly [unknown, YamlPath])[] = [
    [member(config, 'AdditionalHeaders'), ['AdditionalHeaders']],
    [member(outbound, 'Common'), ['OutboundHeaders', 'Common']],
    ...specific.map(([name, headers]) => [headers, ['OutboundHeaders', 'Specific', name]] as const),
  ];
  return maps.flatMap(([headers, at]) =>
    Object.entries(nonEmptyMap(headers) ?? {}).map(([name, value]) => {
      return { name, value, spot: { path: [...path, ...at, name], at: 'key' } } as const;
    }),
  );
}

/** Names and values that HTTP cannot transfer (RFC 9110, 5.1 and 5.5). */
function unwritable({ name, value, spot }: Header): readonly Finding[] {
  if (HEADER_NAME.test(name) && HEADER_VALUE.test(toText(value))) return [];
  const id = HEADER_NAME.test(name) ? 'header-not-sent.value' : 'header-not-sent.name';
  return [warning(id, spot, { name })];
}

function unsent({ name, value, spot }: Header): readonly Finding[] {
  if (value !== null && isHeaderSent(name)) return [];
  return [warning(value === null ? 'header-not-sent.empty' : 'header-not-sent.own', spot, { name })];
}

/** Outbound headers have no effect while there are additional headers. */
function silenced(config: unknown, path: YamlPath): readonly Finding[] {
  const [additional, outbound] = ['AdditionalHeaders', 'OutboundHeaders'].map((key) =>
    nonEmptyMap(member(config, key)),
  );
  if (additional === undefined || outbound === undefined) return [];
  return [warning('outbound-headers-ignored', { path: [...path, 'OutboundHeaders'], at: 'key' })];
}

/** Headers that the request determines (the family's `GenericInterface::Invoker::OutboundHeaderBlacklist`). */
const OF_REQUEST = new Set(['content-length', 'content-md5', 'host']);
/** Headers of the connection, which several requests share. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']);

/** Whether a definition can set this header of a request. */
export function isHeaderSent(name: string): boolean {
  return !OF_REQUEST.has(name.toLowerCase()) && !OF_CONNECTION.has(name.toLowerCase());
}
