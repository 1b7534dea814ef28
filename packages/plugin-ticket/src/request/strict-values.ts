import { type Data, isData, type JsonSchema, oncePer, suggest, withSuggestion } from '@ticketgate/sdk';

import { isBase64 } from '../articles/base64.js';
import { CREDENTIALS } from '../columns/member-schemas.js';
import { isFalsy, isText, toText } from './family-values.js';
import { invalid, shown } from './input-errors.js';

/** Reads flags: `0`, `1`, `true` and `false` as texts or values; others are reported (`docs/contract.md`). */
export function readFlags(input: Data, names: readonly string[], operation: string): Data {
  const isGiven = (name: string): boolean => (input[name] ?? '') !== '';
  const flags: Data = Object.fromEntries(
    names.filter(isGiven).map((name) => [name, readFlag(input[name], name, operation)]),
  );
  return { ...input, ...flags };
}

/** @throws OperationError `<Operation>.InvalidParameter` if it is neither yes nor no */
export function readFlag(value: unknown, name: string, operation: string): 0 | 1 {
  const text = value === false ? '0' : toText(value);
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

/** Whether a value asks for nothing: null, an empty text, list or object, or 0 for ids and names. */
function isNothing(value: unknown, takesZero: boolean): boolean {
  if (typeof value === 'string' && value.trim() === '') return true;
  if (Array.isArray(value)) return value.every((each) => isNothing(each, true));
  return value === null || (isData(value) ? Object.keys(value).length === 0 : !takesZero && isFalsy(value));
}

interface SortedOut {
  readonly kept: Data;
  /** What was left out, for example `Ticket->Lock`. */
  readonly empty: readonly { readonly path: string; readonly value: unknown }[];
}

const ANYTHING: JsonSchema = {};
/** A member that no schema names. */
const UNKNOWN = { isNeeded: true, takesZero: true, schema: ANYTHING };

/**
 * Finds members that are not needed and ask for nothing.
 *
 * @param schema of the operation's input, or of a part of it
 * @returns them, and the data without them; lists with entries stay
 */
export function sortOutEmpty(data: Data, schema: JsonSchema, part?: string): SortedOut {
  const members = readMembers(schema);
  const empty: SortedOut['empty'][number][] = [];
  const toPath = (name: string) => (part === undefined ? name : `${part}->${name}`);
  const sortOut = ([name, value]: [string, unknown]): readonly [string, unknown][] => {
    const { isNeeded, takesZero, schema: inner } = members.get(name) ?? UNKNOWN;
    if (!isNeeded && value !== undefined && isNothing(value, part === undefined || takesZero)) {
      empty.push({ path: toPath(name), value });
      return Array.isArray(value) && value.length > 0 ? [[name, value]] : [];
    }
    if (!isData(value) || inner.type !== 'object') return [[name, value]];
    const sorted = sortOutEmpty(value, inner, name);
    empty.push(...sorted.empty);
    return [[name, sorted.kept]];
  };
  return { kept: Object.fromEntries(Object.entries(data).flatMap(sortOut)), empty };
}

/**
 * Requires each member to ask for something: otherwise nothing would be done for it, and the client would not know.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireNoEmpty([first]: SortedOut['empty'], operation: string): void {
  if (first === undefined) return;
  const { path, value } = first;
  throw invalid(operation, `${path} is ${shown(value)}, which asks for nothing; write a value, or leave it out.`);
}

/** The members of a schema. Credentials, DryRun, and those without which there is nothing to do, have errors of their own. */
const readMembers = oncePer(({ properties, required, anyOf }: JsonSchema) => {
  const needed = [required, ...[anyOf].flat().map((each) => isData(each) && each.required)].flat();
  const credentials: Data = CREDENTIALS;
  return new Map(
    Object.entries(isData(properties) ? properties : {}).flatMap(([name, schema]) => {
      if (!isData(schema)) return [];
      const isNeeded = credentials[name] === schema || needed.includes(name) || name === 'DryRun';
      const takesZero = [schema.type].flat().some((kind) => kind === 'boolean' || kind === 'number');
      return [[name, { schema, isNeeded, takesZero }] as const];
    }),
  );
});

/** Why a text is not one of the words that a member takes, in their exact case. */
export function findWordMistake(name: string, value: string, words: readonly string[]): string | undefined {
  if (words.includes(value)) return undefined;
  return withSuggestion(`${name} is ${shown(value)}; write ${words.join(' or ')}.`, suggest(value, words));
}

/** Reads the flags of an article, and completes its charset with utf-8 if it has a MimeType. */
export function completeArticle(input: Data, operation: string): Data {
  if (!isData(input.Article)) return input;
  const article = readFlags(input.Article, ARTICLE_FLAGS, operation);
  const { MimeType, Charset, ContentType } = article;
  const isComplete = toText(MimeType) === '' || toText(Charset) !== '' || /charset=/i.test(toText(ContentType));
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
