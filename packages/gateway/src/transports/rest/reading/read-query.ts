import { parse } from 'node:querystring';

import { percentDecode } from '../../../percent-decode.js';
import { TooManyParameters } from '../../http/refusals.js';

/**
 * Reads a query string as libraries for URLs do (https://url.spec.whatwg.org/#urlencoded-parsing); repeated names become a list.
 * Percent signs that encode nothing stay as they are.
 *
 * @param most parameters that are read
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readQuery(query: string, most: number): Record<string, unknown> {
  splitQuery(query, '&', most);
  return parse(query, '&', '=', { maxKeys: 0, decodeURIComponent: percentDecode });
}

/**
 * Reads a query string as the family does: pairs end at `&` and `;`, a value ends at the next `=`, names are not plus-decoded,
 * a first value of `0` is empty, repeated names become a list (`docs/compatibility.md`).
 *
 * @param most parameters that are read
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readFamilyQuery(query: string, most: number): Record<string, unknown> {
  // Without a prototype, since a parameter may be called `__proto__`.
  const data = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return data;
  for (const pair of splitQuery(query, /[&;]/, most)) {
    const [encodedName = '', encodedValue = ''] = pair.split('=');
    const name = percentDecode(encodedName);
    const value = percentDecode(encodedValue.replaceAll('+', ' '));
    const known = data[name];
    if (known === undefined) data[name] = value === '0' ? '' : value;
    else if (Array.isArray(known)) known.push(value);
    else data[name] = [known, value];
  }
  return data;
}

function splitQuery(query: string, separator: string | RegExp, most: number): readonly string[] {
  const pairs = query.split(separator, most + 1);
  if (pairs.length > most) throw new TooManyParameters({ most });
  return pairs;
}
