import { encodeStrictly, percentEncode } from '@ticketgate/gateway';
import { isData, perlNumber, type Data } from '@ticketgate/sdk';
import { memberAt } from '@ticketgate/sdk/schema';

import { performFailure } from '../call-failure.js';

/**
 * Replaces placeholders `:Key` by the values of these keys. A key ends before one of the characters in `ends`, or with the text; the shortest
 * matching key wins. A path such as `Ticket.State` or `list.0` names a value within. Values are percent-encoded, so they cannot contain
 * placeholders.
 *
 * @returns the text, and the placeholders that were replaced
 */
export function fillTemplate(template: string, data: Data, ends: string) {
  const used = new Set<string>();
  let text = '';
  let position = 0;
  while (position < template.length) {
    const start = template.indexOf(':', position);
    if (start < 0) break;
    const key = pullKey(template, start + 1, { data, ends });
    text += template.slice(position, start);
    position = start + 1 + (key?.length ?? 0);
    text += key === undefined ? ':' : encodeStrictly(toAddressText(key, findValue(data, key)));
    if (key !== undefined) used.add(key);
  }
  return { text: text + template.slice(position), used };
}

function pullKey(
  template: string,
  start: number,
  { data, ends }: { readonly data: Data; readonly ends: string },
): string | undefined {
  for (let end = start + 1; end <= template.length; end += 1) {
    if (end < template.length && !ends.includes(template.charAt(end))) continue;
    const key = template.slice(start, end);
    if (findValue(data, key) !== undefined) return key;
  }
  return undefined;
}

function findValue(data: Data, key: string): unknown {
  if (Object.hasOwn(data, key)) return data[key] ?? null;
  return key.split('.').reduce<unknown>(memberAt, data);
}

function toAddressText(key: string, value: unknown): string {
  if (hasParts(value)) {
    const kind = Array.isArray(value) ? 'a list' : 'an object';
    const message = `The value of "${key}" is ${kind}, which cannot be part of an address.`;
    throw performFailure(message);
  }
  return asScalar(value);
}

/** What a stylesheet leaves empty is an object without members, and stands for an empty text. */
function hasParts(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isData(value) && Object.keys(value).length > 0;
}

/** Formats a scalar value for a URL. */
export function asScalar(value: unknown): string {
  if (typeof value === 'number') return perlNumber(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? value : '';
}

/** Formats data as a query string or a form; lists repeat their key. */
export function formQuery(data: Data, use: 'query' | 'form' = 'query'): string {
  return Object.entries(data)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((one: unknown) => pair(key, one, use)))
    .join('&');
}

const ADVICE = { query: 'Send it with POST, PUT or PATCH', form: 'Write ContentType: JSON' } as const;

function pair(key: string, value: unknown, use: 'query' | 'form'): string {
  if (hasParts(value)) {
    const message = `"${key}" has an object or a list within, which a ${use} cannot contain. ${ADVICE[use]}, or map it.`;
    throw performFailure(message);
  }
  return `${formEncode(key)}=${formEncode(asScalar(value))}`;
}

/** As in forms: a space is `+`. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}
