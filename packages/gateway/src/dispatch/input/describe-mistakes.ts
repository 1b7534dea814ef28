import { isData, suggest, withSuggestion } from '@ticketgate/sdk';
import type { ErrorObject } from 'ajv/dist/2020.js';

import { SecretNames } from '../../debugger/secret-names.js';
import type { Mistake } from './mistake.js';
import { relevantErrors } from './relevant-errors.js';

/** An error of Ajv with the path and the value that it is about. */
interface Found {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  /** For example `Ticket->Title`; `''` for the whole request. */
  readonly path: string;
  /** A short description of the value; never a secret. */
  readonly came: string;
  readonly message: string;
}

const LONGEST_VALUE = 60;
/** Most allowed values in a message. */
const MOST_WORDS = 30;
/** Describes errors of Ajv in terms of the request, once per member. */
export function describeMistakes(errors: readonly ErrorObject[], secrets = new SecretNames()): readonly Mistake[] {
  return relevantErrors(errors).map((error) => describe(found(error, secrets)));
}

function found(
  { instancePath, keyword, params, parentSchema, data, message }: ErrorObject,
  secrets: SecretNames,
): Found {
  const names = instancePath.split('/').slice(1).map(decode);
  const isSecret = parentSchema?.secret === true || names.some((name) => secrets.has(name));
  return {
    keyword,
    params,
    schema: parentSchema ?? {},
    value: data,
    path: names.join('->'),
    came: isSecret ? 'invalid' : describeValue(data),
    message: message ?? 'is not valid',
  };
}

function decode(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

function describe(error: Found): Mistake {
  const { keyword, params, path } = error;
  if (keyword === 'required' || keyword === 'dependentRequired') return missing(path, String(params.missingProperty));
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof unknown === 'string') return unknownMember(error, unknown);
  const choice = missingChoice(error);
  if (choice !== undefined) return missing(path, choice);
  const subject = path === '' ? 'The request' : path;
  return { kind: 'invalid', place: path, sentence: `${subject} ${(SENTENCES[keyword] ?? otherwise)(error)}` };
}

function missing(path: string, name: string): Mistake {
  const place = placeOf(path, name);
  return { kind: 'missing', place, sentence: `${place} parameter is missing!` };
}

/** The members of which one is required, if the branches differ in nothing else. */
function missingChoice({ keyword, value, schema }: Found): string | undefined {
  if (keyword !== 'anyOf' || !isData(value)) return undefined;
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf.map(requiredOnly) : [];
  return forms.every((form) => form !== undefined) ? forms.join(' or ') : undefined;
}

function requiredOnly(form: unknown): string | undefined {
  if (!isData(form) || Object.keys(form).length !== 1 || !Array.isArray(form.required)) return undefined;
  return form.required.join(' and ');
}

function unknownMember({ path, schema }: Found, name: string): Mistake {
  const known = isData(schema.properties) ? Object.keys(schema.properties) : [];
  const sentence = describeUnknown({ name, path, known }, suggest(name, known));
  return { kind: 'invalid', place: placeOf(path, name), sentence };
}

export function placeOf(path: string, name: string): string {
  return path === '' ? name : `${path}->${name}`;
}

/** An unknown member. */
interface UnknownPlace {
  readonly name: string;
  /** `''` at the top. */
  readonly path: string;
  readonly known: readonly string[];
}

export function describeUnknown({ name, path, known }: UnknownPlace, meant: string | undefined): string {
  const shown = JSON.stringify(name.slice(0, 100));
  const sentence = path === '' ? `There is no parameter ${shown}.` : `${path} has no member ${shown}.`;
  const isShort = known.length > 0 && known.length <= MOST_WORDS;
  return withSuggestion(
    sentence,
    meant,
    isShort ? `Leave it out, or use one of ${known.join(', ')}.` : 'Leave it out.',
  );
}

type Sentence = (error: Found) => string;

/** The end of the sentence after the name of the member, by keyword. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: ({ came, schema }) => `is ${came}; send ${typeWords(schema.type)}.`,
  enum: ({ came, value, params }) => {
    const words: readonly unknown[] = Array.isArray(params.allowedValues) ? params.allowedValues : [];
    const texts = words.filter((word) => typeof word === 'string');
    const meant = typeof value === 'string' ? suggest(value, texts) : undefined;
    return withSuggestion(`is ${came}; send ${oneOf(words)}.`, meant);
  },
  const: ({ came, params }) => `is ${came}; send ${JSON.stringify(params.allowedValue)}.`,
  minLength: ({ came, params }) => `is ${came}; send at least ${count(params.limit, 'character')}.`,
  maxLength: ({ value, params }) =>
    `has ${count(typeof value === 'string' ? value.length : 0, 'character')}; send at most ${String(params.limit)}.`,
  minimum: ({ came, params }) => `is ${came}; send ${String(params.limit)} or more.`,
  maximum: ({ came, params }) => `is ${came}; send ${String(params.limit)} or less.`,
  exclusiveMinimum: ({ came, params }) => `is ${came}; send more than ${String(params.limit)}.`,
  exclusiveMaximum: ({ came, params }) => `is ${came}; send less than ${String(params.limit)}.`,
  multipleOf: ({ came, params }) => `is ${came}; send a multiple of ${String(params.multipleOf)}.`,
  pattern: ({ came, params }) => `is ${came}; send a text that matches ${String(params.pattern)}.`,
  format: ({ came, params }) => `is ${came}; send a text of the format ${String(params.format)}.`,
  minItems: ({ value, params }) => `has ${entries(value)}; send at least ${String(params.limit)}.`,
  maxItems: ({ value, params }) => `has ${entries(value)}; send at most ${String(params.limit)}.`,
  uniqueItems: () => 'has the same entry twice; send each entry once.',
  minProperties: ({ params }) => `has too few members; send at least ${String(params.limit)}.`,
  maxProperties: ({ params }) => `has too many members; send at most ${String(params.limit)}.`,
  anyOf: (error) => `is ${error.came}, which has none of the allowed forms${formsOf(error)}.`,
  oneOf: (error) => `is ${error.came}, which does not have exactly one of the allowed forms${formsOf(error)}.`,
};

function otherwise({ came, message }: Found): string {
  return `is ${came}; it ${message}.`;
}

/** A short description of the value. */
function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isData(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  const isLong = typeof value === 'string' && value.length > LONGEST_VALUE;
  return JSON.stringify(isLong ? `${value.slice(0, LONGEST_VALUE - 3)}...` : value);
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function typeWords(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.map((each) => TYPES[String(each)] ?? String(each)).join(', or ');
}

/** Describes a choice whose branches differ in type, required members or enumerated values. */
function formsOf({ schema, value }: Found): string {
  const branches = [schema.anyOf, schema.oneOf].flatMap((list): readonly unknown[] =>
    Array.isArray(list) ? list : [],
  );
  const forms = branches.map((branch) => (isData(branch) ? formOf(branch) : undefined));
  const isHelpful = forms.every((form) => form !== undefined && form !== typeOf(value));
  return isHelpful ? `: ${[...new Set(forms)].join(', or ')}` : '';
}

function formOf({ type, required, enum: words }: Found['schema']): string | undefined {
  if (Array.isArray(words)) return oneOf(words);
  const members = Array.isArray(required) ? `with ${required.join(' and ')}` : undefined;
  const parts = [typeof type === 'string' ? TYPES[type] : undefined, members].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function typeOf(value: unknown): string | undefined {
  return TYPES[Array.isArray(value) ? 'array' : typeof value];
}

function oneOf(words: readonly unknown[]): string {
  const shown = words.slice(0, MOST_WORDS).map((word) => JSON.stringify(word));
  const all = words.length > shown.length ? [...shown, '…'] : shown;
  return all.length === 1 ? all.join('') : `one of ${all.join(', ')}`;
}

function entries(value: unknown): string {
  const length = Array.isArray(value) ? value.length : 0;
  return length === 1 ? '1 entry' : `${length} entries`;
}

function count(number: unknown, what: string): string {
  return `${String(number)} ${what}${number === 1 ? '' : 's'}`;
}
