import { isData, type JsonSchema } from '../data.js';
import type { SchemaError } from './compile.js';
import { branchesOf, typesOf } from './walk.js';

const TYPES = {
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const LONGEST_VALUE = 60;
/** Most allowed values in a sentence. */
const MOST_WORDS = 30;

/** How sentences call things: in files, which people write, and in requests, which programs send. */
export interface Voice {
  readonly verb: 'write' | 'send';
  readonly types: Readonly<Record<string, string>>;
  readonly nothing: string;
  readonly emptyMap: string;
  quote(scalar: unknown): string;
  either(types: readonly string[]): string;
  oneOf(words: readonly unknown[]): string;
}

export const OF_FILES: Voice = {
  verb: 'write',
  types: { ...TYPES, object: 'a map', null: 'nothing' },
  nothing: 'empty',
  emptyMap: 'an empty map',
  quote: (value) => `"${typeof value === 'string' ? value : JSON.stringify(value)}"`,
  either: orList,
  oneOf: (words) => orList(words.map(String)),
};

export const OF_REQUESTS: Voice = {
  verb: 'send',
  types: { ...TYPES, object: 'an object', null: 'null' },
  nothing: 'null',
  emptyMap: 'an empty object',
  quote: (value) => JSON.stringify(value),
  either: (types) => types.join(', or '),
  oneOf(words) {
    const shown = words.slice(0, MOST_WORDS).map((word) => JSON.stringify(word));
    const all = words.length > shown.length ? [...shown, '…'] : shown;
    return all.length === 1 ? all.join('') : `one of ${all.join(', ')}`;
  },
};

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

/** A short description of a value. */
export function describeValue(value: unknown, voice: Voice): string {
  if (value === undefined || value === null) return voice.nothing;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isData(value)) return Object.keys(value).length === 0 ? voice.emptyMap : (voice.types.object ?? '');
  const isLong = typeof value === 'string' && value.length > LONGEST_VALUE;
  return voice.quote(isLong ? `${value.slice(0, LONGEST_VALUE - 3)}...` : value);
}

/** What a value is that breaks a keyword, and what to do: the sentence behind its name. */
export function sentenceOf(error: SchemaError, came: string, voice: Voice): string {
  const { keyword, message = 'is not valid' } = error;
  if (keyword === 'anyOf' || keyword === 'oneOf') return `is ${came}, which ${choiceOf(error, voice)}.`;
  const state = STATES[keyword]?.(error) ?? `is ${came}`;
  const wanted = WANTED[keyword]?.(error, voice);
  return wanted === undefined ? `${state}; it ${message}.` : `${state}; ${voice.verb} ${wanted}.`;
}

/** What is wrong with a value, where it is not the value itself. */
const STATES: Readonly<Record<string, (error: SchemaError) => string>> = {
  maxLength: ({ data }) => `has ${count(typeof data === 'string' ? data.length : 0, 'character', 'characters')}`,
  minItems: ({ data }) => `has ${entries(data)}`,
  maxItems: ({ data }) => `has ${entries(data)}`,
  uniqueItems: () => 'has the same entry twice',
  minProperties: () => 'has too few members',
  maxProperties: () => 'has too many members',
};

const atLeast = ({ params }: SchemaError) => `at least ${String(params.limit)}`;
const atMost = ({ params }: SchemaError) => `at most ${String(params.limit)}`;

/** What is wanted instead, by keyword. */
const WANTED: Readonly<Record<string, (error: SchemaError, voice: Voice) => string>> = {
  type: ({ parentSchema = {} }, voice) => voice.either(typesOf(parentSchema).map((type) => voice.types[type] ?? type)),
  enum: ({ params }, voice) => voice.oneOf(Array.isArray(params.allowedValues) ? params.allowedValues : []),
  const: ({ params }) => JSON.stringify(params.allowedValue),
  minLength: ({ params }) => `at least ${count(params.limit, 'character', 'characters')}`,
  maxLength: atMost,
  minimum: ({ params }) => `${String(params.limit)} or more`,
  maximum: ({ params }) => `${String(params.limit)} or less`,
  exclusiveMinimum: ({ params }) => `more than ${String(params.limit)}`,
  exclusiveMaximum: ({ params }) => `less than ${String(params.limit)}`,
  multipleOf: ({ params }) => `a multiple of ${String(params.multipleOf)}`,
  pattern: ({ params }) => `a text that matches ${String(params.pattern)}`,
  format: ({ params }) => `a text of the format ${String(params.format)}`,
  minItems: atLeast,
  maxItems: atMost,
  uniqueItems: () => 'each entry once',
  minProperties: atLeast,
  maxProperties: atMost,
};

/** Describes a choice whose branches differ in type, required members or enumerated values. */
function choiceOf({ keyword, parentSchema = {}, data }: SchemaError, voice: Voice): string {
  const forms = branchesOf(parentSchema, ['anyOf', 'oneOf']).map((branch) => formOf(branch, voice));
  const own = voice.types[Array.isArray(data) ? 'array' : typeof data];
  const isHelpful = forms.every((form) => form !== undefined && form !== own);
  const known = isHelpful ? `: ${[...new Set(forms)].join(', or ')}` : '';
  return `${keyword === 'anyOf' ? 'has none' : 'does not have exactly one'} of the allowed forms${known}`;
}

function formOf({ type, required, enum: words }: JsonSchema, voice: Voice): string | undefined {
  if (Array.isArray(words)) return voice.oneOf(words);
  const members = Array.isArray(required) ? `with ${required.join(' and ')}` : undefined;
  const parts = [typeof type === 'string' ? voice.types[type] : undefined, members].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(' ');
}

function entries(list: unknown): string {
  return count(Array.isArray(list) ? list.length : 0, 'entry', 'entries');
}

function count(number: unknown, one: string, many: string): string {
  return `${String(number)} ${number === 1 ? one : many}`;
}
