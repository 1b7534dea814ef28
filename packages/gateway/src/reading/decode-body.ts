import { isUtf8 } from 'node:buffer';

import { transportFailure } from '../failure.js';
import { isFalsy } from '../perl-truth.js';
import { parseJson } from './parse-json.js';

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;

/** The text of a body: UTF-8, or the charset that stands last in Content-Type. Undefined when its bytes are no such text. */
export function decodeText(body: Buffer, contentType: string | undefined): string | undefined {
  const charset = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return isUtf8(body) ? body.toString('utf8') : undefined;
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

/**
 * A body's JSON value: an object or a list with at least one entry.
 *
 * @throws Failure `Gateway.MalformedBody`, `Gateway.WrongStructure`
 */
export function decodeBody(text: string | undefined): object {
  const value = text === undefined ? undefined : parseJson(text);
  if (isFalsy(value)) {
    throw transportFailure('Gateway.MalformedBody', 'Error while decoding request content.', 400);
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    throw transportFailure('Gateway.WrongStructure', 'Unsupported request content structure.', 400);
  }
  return value;
}
