import { isData, type JsonSchema } from '../data.js';
import type { SchemaError } from './compile.js';
import { declareMessages, type Message, type MessageValue } from './messages.js';
import { toBranches, toTypes } from './walk.js';

const say = declareMessages({
  'value.write': `{place} is {came}; write {wanted}.`,
  'value.send': `{place} is {came}; send {wanted}.`,
  'value.is': `{place} is {came}; it {problem}.`,
  'value.has-write': `{place} has {came}; write {wanted}.`,
  'value.has-send': `{place} has {came}; send {wanted}.`,
  'value.empty': `{place} is empty; write {wanted}, or remove the key.`,
  'value.no-form': `{place} is {came}, which has none of the allowed forms{forms}.`,
  'value.not-one-form': `{place} is {came}, which does not have exactly one of the allowed forms{forms}.`,
  'value.forms': `: {forms}`,
  'value.quoted': `"{text}"`,
  'value.nothing': `empty`,
  'value.list': `a list`,
  'value.text': `a text`,
  'value.integer': `a whole number`,
  'value.number': `a number`,
  'value.boolean': `true or false`,
  'value.map': `a map`,
  'value.object': `an object`,
  'value.no-value': `nothing`,
  'value.null': `null`,
  'value.empty-list': `an empty list`,
  'value.empty-map': `an empty map`,
  'value.empty-object': `an empty object`,
  'value.or': `{first} or {second}`,
  'value.comma': `{first}, {second}`,
  'value.comma-or': `{first}, or {second}`,
  'value.one-of': `one of {words}`,
  'value.with': `with {members}`,
  'value.type-with': `{type} with {members}`,
  'value.and': `{first} and {second}`,
  'value.character': `{number} character`,
  'value.characters': `{number} characters`,
  'value.entry': `{number} entry`,
  'value.entries': `{number} entries`,
  'value.an-entry': `an entry`,
  'value.too-few': `too few members`,
  'value.too-many': `too many members`,
  'value.twice': `the same entry twice`,
  'value.once': `each entry once`,
  'value.at-least': `at least {limit}`,
  'value.at-most': `at most {limit}`,
  'value.minimum': `{limit} or more`,
  'value.maximum': `{limit} or less`,
  'value.above': `more than {limit}`,
  'value.below': `less than {limit}`,
  'value.multiple': `a multiple of {number}`,
  'value.pattern': `a text that matches {pattern}`,
  'value.format': `a text of the format {format}`,
});

const TYPES = {
  array: say('value.list'),
  string: say('value.text'),
  integer: say('value.integer'),
  number: say('value.number'),
  boolean: say('value.boolean'),
};

const LONGEST_VALUE = 60;
/** Most allowed values in a sentence. */
const MOST_WORDS = 30;

/** The words for files, which people write, and for requests, which programs send. */
interface Voice {
  readonly verb: 'write' | 'send';
  readonly types: Readonly<Record<string, Message>>;
  readonly nothing: Message;
  readonly emptyMap: Message;
  quote(scalar: unknown): MessageValue;
  either(types: readonly MessageValue[]): MessageValue;
  oneOf(words: readonly unknown[]): MessageValue;
}

export const OF_FILES: Voice = {
  verb: 'write',
  types: { ...TYPES, object: say('value.map'), null: say('value.no-value') },
  nothing: say('value.nothing'),
  emptyMap: say('value.empty-map'),
  quote: (value) => say('value.quoted', { text: typeof value === 'string' ? value : JSON.stringify(value) }),
  either: orList,
  oneOf: (words) => orList(words.map(String)),
};

export const OF_REQUESTS: Voice = {
  verb: 'send',
  types: { ...TYPES, object: say('value.object'), null: say('value.null') },
  nothing: say('value.null'),
  emptyMap: say('value.empty-object'),
  quote: (value) => JSON.stringify(value),
  either: (types) => join(types, 'value.comma-or'),
  oneOf(words) {
    const shown = words.slice(0, MOST_WORDS).map((word) => JSON.stringify(word));
    const all = words.length > shown.length ? [...shown, '…'] : shown;
    return all.length === 1 ? all.join('') : say('value.one-of', { words: all.join(', ') });
  },
};

function orList(words: readonly MessageValue[]): MessageValue {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : say('value.or', { first: join(words.slice(0, -1), 'value.comma'), second: last });
}

function join(words: readonly MessageValue[], id: 'value.comma' | 'value.comma-or' | 'value.and'): MessageValue {
  const [first = '', ...others] = words;
  return others.reduce((before, second) => say(id, { first: before, second }), first);
}

export function describeValue(value: unknown, voice: Voice): MessageValue {
  if (value === undefined || value === null) return voice.nothing;
  if (Array.isArray(value)) return value.length === 0 ? say('value.empty-list') : TYPES.array;
  if (isData(value)) return Object.keys(value).length === 0 ? voice.emptyMap : (voice.types.object ?? '');
  const isLong = typeof value === 'string' && value.length > LONGEST_VALUE;
  return voice.quote(isLong ? `${value.slice(0, LONGEST_VALUE - 3)}...` : value);
}

/** Keywords that an empty value breaks, with what to write. */
const EMPTY: Readonly<Record<string, Message>> = {
  minItems: say('value.an-entry'),
  minProperties: say('value.an-entry'),
  minLength: TYPES.string,
};

/** What is wrong with an empty value in a file; undefined for errors of other keywords. */
export function sayEmpty(place: MessageValue, keyword: string): Message | undefined {
  const wanted = EMPTY[keyword];
  return wanted && say('value.empty', { place, wanted });
}

export function sayWanted(place: MessageValue, came: MessageValue, wanted: string): Message {
  return say('value.write', { place, came, wanted });
}

export function sayError(
  error: SchemaError,
  named: { place: MessageValue; came: MessageValue },
  voice: Voice,
): Message {
  const { keyword, message: problem = 'is not valid' } = error;
  if (keyword === 'anyOf') return say('value.no-form', { ...named, forms: describeChoice(error, voice) });
  if (keyword === 'oneOf') return say('value.not-one-form', { ...named, forms: describeChoice(error, voice) });
  const state = STATES[keyword]?.(error);
  const wanted = WANTED[keyword]?.(error, voice);
  if (wanted === undefined) return say('value.is', { ...named, problem });
  if (state === undefined) return say(`value.${voice.verb}`, { ...named, wanted });
  return say(`value.has-${voice.verb}`, { place: named.place, came: state, wanted });
}

/** The property of a value that is wrong, where the value itself is not. */
const STATES: Readonly<Record<string, (error: SchemaError) => Message>> = {
  maxLength: ({ data }) => characters(typeof data === 'string' ? data.length : 0),
  minItems: ({ data }) => entries(data),
  maxItems: ({ data }) => entries(data),
  uniqueItems: () => say('value.twice'),
  minProperties: () => say('value.too-few'),
  maxProperties: () => say('value.too-many'),
};

const nameLimit = ({ params }: SchemaError) => ({ limit: String(params.limit) });
const atLeast = (error: SchemaError) => say('value.at-least', nameLimit(error));
const atMost = (error: SchemaError) => say('value.at-most', nameLimit(error));

const WANTED: Readonly<Record<string, (error: SchemaError, voice: Voice) => MessageValue>> = {
  type: ({ parentSchema = {} }, voice) => voice.either(toTypes(parentSchema).map((type) => voice.types[type] ?? type)),
  enum: ({ params }, voice) => voice.oneOf(Array.isArray(params.allowedValues) ? params.allowedValues : []),
  const: ({ params }) => JSON.stringify(params.allowedValue),
  minLength: ({ params }) => say('value.at-least', { limit: characters(params.limit) }),
  maxLength: atMost,
  minimum: (error) => say('value.minimum', nameLimit(error)),
  maximum: (error) => say('value.maximum', nameLimit(error)),
  exclusiveMinimum: (error) => say('value.above', nameLimit(error)),
  exclusiveMaximum: (error) => say('value.below', nameLimit(error)),
  multipleOf: ({ params }) => say('value.multiple', { number: String(params.multipleOf) }),
  pattern: ({ params }) => say('value.pattern', { pattern: String(params.pattern) }),
  format: ({ params }) => say('value.format', { format: String(params.format) }),
  minItems: atLeast,
  maxItems: atMost,
  uniqueItems: () => say('value.once'),
  minProperties: atLeast,
  maxProperties: atMost,
};

/** Describes a choice whose branches differ in type, required members or enumerated values; `''` for others. */
function describeChoice({ parentSchema = {}, data }: SchemaError, voice: Voice): MessageValue {
  const forms = toBranches(parentSchema, ['anyOf', 'oneOf']).map((branch) => describeForm(branch, voice));
  const own = voice.types[Array.isArray(data) ? 'array' : typeof data];
  const known = new Map(forms.map((form) => [typeof form === 'object' ? form.message : form, form ?? '']));
  const isHelpful = !known.has(undefined) && !known.has(own?.message);
  return isHelpful ? say('value.forms', { forms: join([...known.values()], 'value.comma-or') }) : '';
}

function describeForm({ type, required, enum: words }: JsonSchema, voice: Voice): MessageValue | undefined {
  if (Array.isArray(words)) return voice.oneOf(words);
  const named = typeof type === 'string' ? voice.types[type] : undefined;
  if (!Array.isArray(required)) return named;
  const members = join(required.map(String), 'value.and');
  return named === undefined ? say('value.with', { members }) : say('value.type-with', { type: named, members });
}

function entries(list: unknown): Message {
  const number = Array.isArray(list) ? list.length : 0;
  return say(number === 1 ? 'value.entry' : 'value.entries', { number: String(number) });
}

function characters(number: unknown): Message {
  return say(number === 1 ? 'value.character' : 'value.characters', { number: String(number) });
}
