import { isData, type Data } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import { scalarText } from './fill-template.js';
import { percentEncode } from '../http/percent-encode.js';

/** Formats data as a query string or a form; lists repeat their key. */
export function formQuery(data: Data, use: 'query' | 'form' = 'query'): string {
  return Object.entries(data)
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((one: unknown) => pair(key, one, use)))
    .join('&');
}

const ADVICE = { query: 'Send it with POST, PUT or PATCH', form: 'Write ContentType: JSON' } as const;

function pair(key: string, value: unknown, use: 'query' | 'form'): string {
  if (isData(value) || Array.isArray(value)) {
    const message = `"${key}" has an object or a list within, which a ${use} cannot contain. ${ADVICE[use]}, or map it.`;
    throw new CallFailure('RequesterRequestPerform', message);
  }
  return `${formEncode(key)}=${formEncode(scalarText(value))}`;
}

/** As in forms: a space is `+`. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}
