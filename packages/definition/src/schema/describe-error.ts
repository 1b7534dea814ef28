import { isData, suggest, isSecretName } from '@ticketgate/sdk';
import type { ErrorObject } from 'ajv/dist/2020.js';

import type { Finding, YamlPath } from '../yaml/yaml-source.js';

/** An error of Ajv with the schema and the value it is about. */
export type SchemaError = ErrorObject<string, Readonly<Record<string, unknown>>>;

type Sentence = (error: SchemaError, path: YamlPath) => Omit<Finding, 'severity' | 'path'>;

/** The meaning of each keyword of JSON Schema in an admin's words: the value, the expected values, and what to do. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: ({ data, parentSchema }, path) => ({
    code: 'wrong-type',
    message: `${nameOf(path)} is ${describeValue(data, path)}; write ${wantedOf(parentSchema)}.`,
  }),
  enum: ({ data, parentSchema }, path) => {
    const words = choicesOf(parentSchema);
    return {
      code: 'wrong-value',
      message: `${nameOf(path)} is ${describeValue(data, path)}; write ${isData(parentSchema) && typeof parentSchema.description === 'string' ? parentSchema.description : orList(words)}.`,
      suggestion: suggest(String(data), words),
    };
  },
  const: ({ data, params }, path) => ({
    code: 'wrong-value',
    message: `${nameOf(path)} is ${describeValue(data, path)}; write ${JSON.stringify(params.allowedValue)}.`,
  }),
  required: ({ params }, path) => ({
    code: 'missing-key',
    message: `${nameOf(path)} has no ${String(params.missingProperty)}; add it.`,
    at: 'key',
  }),
  additionalProperties: ({ params, parentSchema }) => unknownKey(String(params.additionalProperty), parentSchema),
  unevaluatedProperties: ({ params, parentSchema }) => unknownKey(String(params.unevaluatedProperty), parentSchema),
  minItems: (_, path) => emptiness(path, 'an entry'),
  minProperties: (_, path) => emptiness(path, 'an entry'),
  minLength: (_, path) => emptiness(path, 'a text'),
};

/** Turns an error of Ajv into a finding. */
export function describeError(error: SchemaError, path: YamlPath): Finding {
  const sentence = SENTENCES[error.keyword] ?? wrongValue;
  const isUnknownKey = /^(?:additional|unevaluated)Properties$/.test(error.keyword);
  const severity = isUnknownKey ? severityOfUnknownKey(error.parentSchema, path) : severityOf(error.parentSchema);
  const names: readonly unknown[] = [error.params.additionalProperty, error.params.unevaluatedProperty];
  const key = names.find((name) => name !== undefined);
  return { severity, path: typeof key === 'string' ? [...path, key] : path, ...sentence(error, path) };
}

function unknownKey(key: string, schema: unknown): ReturnType<Sentence> {
  const known = isData(schema) && isData(schema.properties) ? Object.keys(schema.properties) : [];
  const suggestion = suggest(key, known);
  const advice = suggestion === undefined ? ` It has no effect; known here: ${known.join(', ') || 'nothing'}.` : '';
  return { code: 'unknown-key', message: `Unknown key "${key}".${advice}`, suggestion, at: 'key' };
}

function wrongValue({ data, parentSchema, message }: SchemaError, path: YamlPath): ReturnType<Sentence> {
  const wanted: unknown = isData(parentSchema) ? parentSchema.description : undefined;
  const rest = typeof wanted === 'string' ? `write ${wanted}` : `it ${message ?? 'does not fit'}`;
  return { code: 'wrong-value', message: `${nameOf(path)} is ${describeValue(data, path)}; ${rest}.` };
}

function emptiness(path: YamlPath, wanted: string): ReturnType<Sentence> {
  return { code: 'wrong-value', message: `${nameOf(path)} is empty; write ${wanted}, or remove the key.` };
}

function severityOf(schema: unknown): Finding['severity'] {
  return isData(schema) && schema.severity === 'warning' ? 'warning' : 'error';
}

/** The family keeps unknown keys without a word; those of `Gateway` are ours, and a misspelt lock would leave a door open. */
function severityOfUnknownKey(schema: unknown, path: YamlPath): Finding['severity'] {
  const isStrict = isData(schema) && schema.severity === 'error';
  return isStrict || path[0] === 'Gateway' ? 'error' : 'warning';
}

function choicesOf(schema: unknown): readonly string[] {
  const words: unknown = isData(schema) ? schema.enum : undefined;
  return Array.isArray(words) ? words.map(String) : [];
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
};

function wantedOf(schema: unknown): string {
  if (!isData(schema)) return 'another value';
  if (typeof schema.description === 'string' && schema.description.length < 80) return lowerFirst(schema.description);
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return orList(types.map((type) => TYPES[String(type)] ?? String(type)));
}

function lowerFirst(text: string): string {
  return text.replace(/[.]$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

/** A short description of the value; never a secret. */
export function describeValue(value: unknown, path: YamlPath): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isData(value)) return Object.keys(value).length === 0 ? 'an empty map' : 'a map';
  if (path.some((segment) => isSecretName(String(segment)))) return 'something else';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}

/** How a message calls the place: its key, or an entry of it. */
export function nameOf(path: YamlPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The file';
  return typeof last === 'number' ? `An entry of ${String(path.at(-2) ?? 'the list')}` : last;
}
