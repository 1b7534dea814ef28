import type { JsonSchema } from '../data.js';
import { isSecretName } from '../mask-secrets.js';
import { suggest } from '../suggest.js';
import { schemaCompiler, type SchemaError } from './compile.js';
import { declareMessages, type Message, type MessageValue } from './messages.js';
import { describeValue, OF_FILES, sayEmpty, sayError, sayWanted } from './sentences.js';
import { innerSchema, memberAt, toMembers, splitPointer } from './walk.js';

/** A place in a document; texts are keys of maps, numbers are positions in lists. */
export type DocumentPath = readonly (string | number)[];

/** Something in a file that its schema does not allow. */
export interface SchemaFinding extends Message {
  /** From the keyword `severity`; default: error. */
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly path: DocumentPath;
  readonly suggestion?: string | undefined;
  /** Whether the key or the value at `path` is meant; default: the value. */
  readonly at?: 'key' | 'value';
}

const say = declareMessages({
  'missing-key': `{place} has no {member}; add it.`,
  'unknown-key': `Unknown key "{key}". It has no effect; known here: {known}.`,
  'unknown-key.misspelt': `Unknown key "{key}".`,
  'unknown-key.nothing': `nothing`,
  'wrong-value.file': `The file`,
  'wrong-value.entry': `An entry of {list}`,
  'wrong-value.list': `the list`,
  'wrong-value.secret': `something else`,
});

/** Shared by all schemas; compiles each of them once, by identity. */
const compiler = schemaCompiler({
  allErrors: true,
  strict: false,
  validateFormats: false,
  logger: false,
  // A schema is compiled at each start and checks a few files: without optimising, that takes a third less.
  code: { optimize: false },
});

/** @param parent the path of the value in its document */
export function checkSchema(value: unknown, schema: JsonSchema, parent: DocumentPath = []): readonly SchemaFinding[] {
  const validate = compiler.compile(schema);
  const errors = validate(value) ? [] : (validate.errors ?? []);
  return firstPerPlace(errors).map((error) => toSchemaFinding(error, [...parent, ...toDocumentPath(error, value)]));
}

/** One error per place: leaves out the branches of a choice, and what follows from a wrong type. */
function firstPerPlace(errors: readonly SchemaError[]): readonly SchemaError[] {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map((error) => `${error.schemaPath}/`);
  const outside = errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(choice)));
  const seen = new Set<string>();
  return outside.filter((error) => {
    const isAboutMember = ABOUT_MEMBERS.includes(error.keyword);
    const place = isAboutMember ? `${error.instancePath} ${JSON.stringify(error.params)}` : error.instancePath;
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

const ABOUT_MEMBERS = ['additionalProperties', 'unevaluatedProperties', 'required', 'propertyNames'];

/** A number in the pointer is a position only where the value has a list. */
function toDocumentPath({ instancePath }: SchemaError, root: unknown): DocumentPath {
  let value = root;
  return splitPointer(instancePath).map((name) => {
    const part = Array.isArray(value) ? Number(name) : name;
    value = memberAt(value, name);
    return part;
  });
}

function toSchemaFinding(error: SchemaError, path: DocumentPath): SchemaFinding {
  const { keyword, params, parentSchema = {}, data } = error;
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof unknown === 'string') return unknownKey(unknown, path, parentSchema);
  const severity = parentSchema.severity === 'warning' ? 'warning' : 'error';
  if (keyword === 'required') {
    const message = say('missing-key', { place: placeIn(path), member: String(params.missingProperty) });
    return { severity, code: 'missing-key', ...message, path, at: 'key' };
  }
  const words = keyword === 'enum' && Array.isArray(parentSchema.enum) ? parentSchema.enum.map(String) : undefined;
  const suggestion = words && suggest(String(data), words);
  const isType = keyword === 'type';
  return { severity, code: isType ? 'wrong-type' : 'wrong-value', ...sayMistake(error, path), path, suggestion };
}

/** Other readers of a file ignore unknown keys silently, so most of them are warnings. */
function unknownKey(key: string, parent: DocumentPath, schema: JsonSchema): SchemaFinding {
  const known = Object.keys(toMembers(schema));
  const suggestion = suggest(key, known);
  const severity = schema.severity === 'error' ? 'error' : 'warning';
  const names = known.length === 0 ? say('unknown-key.nothing') : known.join(', ');
  const message =
    suggestion === undefined ? say('unknown-key', { key, known: names }) : say('unknown-key.misspelt', { key });
  return { severity, code: 'unknown-key', ...message, path: [...parent, key], suggestion, at: 'key' };
}

function sayMistake(error: SchemaError, path: DocumentPath): Message {
  const { keyword, params, data } = error;
  const place = placeIn(path);
  const empty = params.limit === 1 ? sayEmpty(place, keyword) : undefined;
  if (empty !== undefined) return empty;
  const { description } = innerSchema(error.parentSchema);
  const isHidden = typeof data !== 'object' && data !== undefined && path.some((part) => isSecretName(String(part)));
  const came = isHidden ? say('wrong-value.secret') : describeValue(data, OF_FILES);
  if (typeof description !== 'string' || (keyword === 'type' && description.length >= LONG)) {
    return sayError(error, { place, came }, OF_FILES);
  }
  return sayWanted(place, came, keyword === 'type' ? lowerFirst(description) : description);
}

/** Characters above which a description does not fit into a sentence. */
const LONG = 80;

function lowerFirst(text: string): string {
  return text.replace(/[.]$/, '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

/** What a message calls the place: its key, or an entry of it. */
function placeIn(path: DocumentPath): MessageValue {
  const [last, parent] = path.slice(-2).reverse();
  if (last === undefined) return say('wrong-value.file');
  if (typeof last === 'string') return last;
  return say('wrong-value.entry', { list: parent === undefined ? say('wrong-value.list') : String(parent) });
}
