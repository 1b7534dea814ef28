import { percentDecode } from '../../../percent-decode.js';
import { TooManyParameters } from '../../http/refusals.js';
import { addParameter } from './parameters.js';

/**
 * Reads a query string as the family does: pairs end at `&` and `;`, a value ends at the next `=`, names are not plus-decoded,
 * a first value of `0` is empty, repeated names become a list (`docs/compatibility.md`).
 *
 * @param most parameters that are read
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readFamilyQuery(query: string, most: number): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  if (query === '') return data;
  const pieces = query.split(/[&;]/, most + 1);
  if (pieces.length > most) throw new TooManyParameters({ most });
  for (const piece of pieces) {
    const [encodedName = '', encodedValue = ''] = piece.split('=');
    const name = percentDecode(encodedName);
    const value = percentDecode(encodedValue.replaceAll('+', ' '));
    addParameter(data, name, value === '0' && !Object.hasOwn(data, name) ? '' : value);
  }
  return data;
}
