import { isUtf8 } from 'node:buffer';

import { Failure, PLAIN } from '../failure.js';
import { isFalsy } from '../perl-truth.js';
import { findMistake, parseJson } from './parse-json.js';

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
  if (isFalsy(value)) throw malformed(text, value);
  if (typeof value !== 'object' || value === null) throw wrongStructure(`a ${typeof value}`);
  if (Object.keys(value).length === 0) throw wrongStructure(`an empty ${Array.isArray(value) ? 'list' : 'object'}`);
  return value;
}

/** For services with honest statuses, whose operations all take an object. */
export function refuseList(): Failure {
  return wrongStructure('a list');
}

const WANTED = 'Send a JSON object in UTF-8, such as {"UserLogin": "anna"}.';

function malformed(text: string | undefined, value: unknown): Failure {
  return refusal('Gateway.MalformedBody', {
    message: `${describeMistake(text, value)} ${WANTED}`,
    recorded: 'Error while decoding request content.',
  });
}

function describeMistake(text: string | undefined, value: unknown): string {
  if (text === undefined)
    return 'The body is no text in the charset of its Content-Type, or in UTF-8 if that names none.';
  return value === undefined ? `The body is no JSON: ${findMistake(text)}.` : `The body is ${JSON.stringify(value)}.`;
}

function wrongStructure(what: string): Failure {
  return refusal('Gateway.WrongStructure', {
    message: `The body is ${what}. ${WANTED}`,
    recorded: 'Unsupported request content structure.',
  });
}

/** Compatible services answer the text that was recorded. */
function refusal(code: string, { message, recorded }: { message: string; recorded: string }): Failure {
  const compatible = { status: 500, contentType: PLAIN, body: recorded };
  return new Failure({ code, message, status: 400, compatible });
}
