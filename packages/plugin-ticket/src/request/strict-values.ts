import { type Data, isData } from '@ticketgate/sdk';

import { isBase64 } from '../articles/base64.js';
import { isFalsy, isText, textOf } from './family-values.js';
import { invalid, shown } from './input-errors.js';

/** Reads flags: `0`, `1`, `true` and `false` as texts or values; others are reported (`docs/contract.md`). */
export function readFlags(input: Data, names: readonly string[], operation: string): Data {
  const isGiven = (name: string): boolean => ![undefined, null, ''].includes(input[name] as null);
  const flags: Data = Object.fromEntries(
    names.filter(isGiven).map((name) => [name, readFlag(input[name], name, operation)]),
  );
  return { ...input, ...flags };
}

function readFlag(value: unknown, name: string, operation: string): 0 | 1 {
  const text = value === false ? '0' : textOf(value);
  if (/^(?:1|true)$/i.test(text)) return 1;
  if (/^(?:0|false)$/i.test(text)) return 0;
  throw invalid(operation, `${name} is ${shown(value)}; use 0, 1, true or false.`);
}

/** Requires a member to be a whole number from 1 on, if it is given; 0 counts as absent. */
export function requireWholeNumber(input: Data, name: string, operation: string): Data {
  const value = input[name];
  if (isFalsy(value) || (isText(value) && /^\s*[0-9]+\s*$/.test(String(value)))) return input;
  throw invalid(operation, `${name} is ${shown(value)}; write a whole number, such as 10.`);
}

const ARTICLE_FLAGS = ['IsVisibleForCustomer', 'NoAgentNotify'];

/**
 * Requires each given member of a part to ask for something: nothing would be changed, and the client not told.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireContents(
  data: Data,
  names: readonly string[],
  { operation, path = '' }: { readonly operation: string; readonly path?: string },
): void {
  const name = names.find((each) => data[each] !== undefined && isFalsy(trimmed(data[each])));
  if (name === undefined) return;
  throw invalid(
    operation,
    `${path}${name} is ${shown(data[name])}, which changes nothing; write a value, or leave it out.`,
  );
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Reads the flags of an article, and completes its charset with utf-8 if it has a MimeType. */
export function completeArticle(input: Data, operation: string): Data {
  if (!isData(input.Article)) return input;
  const article = readFlags(input.Article, ARTICLE_FLAGS, operation);
  const { MimeType, Charset, ContentType } = article;
  const isComplete = textOf(MimeType) === '' || textOf(Charset) !== '' || /charset=/i.test(textOf(ContentType));
  return { ...input, Article: isComplete ? article : { ...article, Charset: 'utf-8' } };
}

/** Requires the contents of attachments to be Base64, since other contents would be altered. */
export function requireBase64(input: Data, operation: string): Data {
  const { Attachment: value } = input;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = entries.findIndex(
    (entry) => isData(entry) && isText(entry.Content) && !isBase64(String(entry.Content)),
  );
  if (wrong === -1) return input;
  const which = entries.length === 1 ? '' : ` of entry ${wrong + 1}`;
  throw invalid(
    operation,
    `Attachment->Content${which} is not Base64. Encode the bytes of the file, such as aGVsbG8=.`,
  );
}
