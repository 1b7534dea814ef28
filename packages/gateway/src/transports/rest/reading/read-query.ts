import { percentDecode } from '../../../percent-decode.js';
import { tooManyParameters } from './refusals.js';

/**
 * Reads a query string as the family does: pairs end at `&` and `;`, a value ends at the next `=`, names are not plus-decoded,
 * a first value of `0` is empty, repeated names become a list (`docs/compatibility.md`).
 *
 * @param most parameters that are read
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readQuery(query: string, most: number): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  if (query === '') return data;
  const pieces = query.split(/[&;]/, most + 1);
  if (pieces.length > most) throw tooManyParameters(most);
  for (const piece of pieces) {
    const [name = '', value = ''] = piece.split('=');
    add(data, percentDecode(name), percentDecode(value.replaceAll('+', ' ')));
  }
  return data;
}

function add(data: Record<string, unknown>, name: string, value: string): void {
  const known = Object.hasOwn(data, name) ? data[name] : undefined;
  if (known === undefined) define(data, name, value === '0' ? '' : value);
  else if (Array.isArray(known)) known.push(value);
  else define(data, name, [known, value]);
}

/** A client may name a parameter `__proto__`: it is data like any other. */
function define(data: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true });
}
