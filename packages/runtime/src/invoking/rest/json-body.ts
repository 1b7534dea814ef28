import { isData, perlNumber } from '@ticketgate/sdk';

/** Encodes JSON like the family, with numbers in Perl's format and escaped line separators of JavaScript. */
export function jsonBody(value: unknown): string {
  return encode(value).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}

function encode(value: unknown): string {
  if (typeof value === 'number') return perlNumber(value);
  if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`;
  if (!isData(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${encode(inner)}`);
  return `{${members.join(',')}}`;
}
