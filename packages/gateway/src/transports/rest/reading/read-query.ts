import { percentDecode } from '../../../percent-decode.js';
import { TooManyParameters } from '../../http/refusals.js';
import { addParameter } from './parameters.js';

/**
 * Reads a query string as libraries for URLs do (https://url.spec.whatwg.org/#urlencoded-parsing); repeated names become a list.
 * Percent signs that encode nothing stay as they are.
 *
 * @param most parameters that are read
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readQuery(query: string, most: number): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  if (query === '') return data;
  const pieces = query.split('&', most + 1);
  if (pieces.length > most) throw new TooManyParameters({ most });
  for (const piece of pieces) {
    if (piece === '') continue;
    const end = piece.indexOf('=');
    const name = end < 0 ? piece : piece.slice(0, end);
    addParameter(data, decode(name), end < 0 ? '' : decode(piece.slice(end + 1)));
  }
  return data;
}

function decode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}
