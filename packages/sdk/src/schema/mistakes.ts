import { isData, type JsonSchema } from '../data.js';
import { isSecretName } from '../mask-secrets.js';
import { suggest } from '../suggest.js';
import type { SchemaError } from './compile.js';
import { declareMessages, type Message, type MessageValue } from './messages.js';
import { describeValue, OF_REQUESTS, sayError } from './sentences.js';
import { nameRequiredOnly, toMembers, splitPointer } from './walk.js';

/** Something in a request that its schema does not allow. */
export interface Mistake extends Message {
  /** `unknown`: the schema does not declare this member, and the service refuses unknown members. */
  readonly kind: 'missing' | 'unknown' | 'invalid';
  /** For example `Ticket->Title`; `''` for the whole request. Of two mistakes with the same place, only the first is reported. */
  readonly place: string;
  /** Whether a credential was probably meant. */
  readonly isCredential?: boolean;
}

const say = declareMessages({
  request: `The request`,
  'request.invalid': `invalid`,
  'request.absent': `missing`,
  'request.missing': `{place} parameter is missing!`,
  'request.unknown': `There is no parameter {name}.`,
  'request.no-member': `{path} has no member {name}.`,
  'request.choose': `{text} Leave it out, or use one of {known}.`,
  'request.empty': `{text} Leave it out. If it ends a value that has &, write %26 for that.`,
  'request.leave-out': `{text} Leave it out.`,
  'request.meant': `{text} Did you mean "{word}"?`,
});

const MOST_MEMBERS = 30;

/** Describes errors of Ajv in terms of the request, once per member. Values of secrets are not shown. */
export function describeMistakes(
  errors: readonly SchemaError[],
  isSecret: (name: string) => boolean = isSecretName,
): readonly Mistake[] {
  return relevantErrors(errors).map((error) => toMistake(error, isSecret));
}

function toMistake(error: SchemaError, isSecret: (name: string) => boolean): Mistake {
  const { instancePath, keyword, params, parentSchema = {} } = error;
  const names = splitPointer(instancePath);
  const place = names.join('->');
  if (keyword === 'required' || keyword === 'dependentRequired') return absent(place, String(params.missingProperty));
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof unknown === 'string') return unknownMember(place, unknown, parentSchema);
  const choice = missingChoice(error);
  if (choice !== undefined) return absent(place, choice);
  const isHidden = parentSchema.secret === true || names.some(isSecret);
  const named = { place: place === '' ? say('request') : place, came: describeGiven(error, isHidden) };
  return { kind: 'invalid', place, ...addSuggestion(sayError(error, named, OF_REQUESTS), meantBy(error)) };
}

function describeGiven({ data }: SchemaError, isHidden: boolean): MessageValue {
  if (isHidden) return say('request.invalid');
  return data === undefined ? say('request.absent') : describeValue(data, OF_REQUESTS);
}

function meantBy({ keyword, data, params }: SchemaError): string | undefined {
  if (keyword !== 'enum' || typeof data !== 'string' || !Array.isArray(params.allowedValues)) return undefined;
  return suggest(
    data,
    params.allowedValues.filter((word) => typeof word === 'string'),
  );
}

function absent(parent: string, name: string): Mistake {
  const place = joinPlace(parent, name);
  return { kind: 'missing', place, ...say('request.missing', { place }) };
}

/** The members of which one is required, if the branches differ in nothing else. */
function missingChoice({ keyword, data, parentSchema }: SchemaError): string | undefined {
  if (keyword !== 'anyOf' || !isData(data)) return undefined;
  const forms = Array.isArray(parentSchema?.anyOf) ? parentSchema.anyOf.map(nameRequiredOnly) : [];
  return forms.every((form) => form !== undefined) ? forms.join(' or ') : undefined;
}

function unknownMember(parent: string, name: string, schema: JsonSchema): Mistake {
  const known = Object.keys(toMembers(schema));
  const message = describeUnknown({ name, path: parent, known }, suggest(name, known));
  return { kind: 'invalid', place: joinPlace(parent, name), ...message };
}

export function joinPlace(path: string, name: string): string {
  return path === '' ? name : `${path}->${name}`;
}

interface UnknownPlace {
  readonly name: string;
  /** `''` at the top. */
  readonly path: string;
  readonly known: readonly string[];
  /** A parameter without a value: perhaps the rest of another one that contains a `&`. */
  readonly isEmpty?: boolean;
}

export function describeUnknown(
  { name, path, known, isEmpty = false }: UnknownPlace,
  meant: string | undefined,
): Message {
  const shown = JSON.stringify(name.slice(0, 100));
  const text = path === '' ? say('request.unknown', { name: shown }) : say('request.no-member', { path, name: shown });
  if (meant !== undefined) return addSuggestion(text, meant);
  if (isEmpty) return say('request.empty', { text });
  const isShort = known.length > 0 && known.length <= MOST_MEMBERS;
  return isShort ? say('request.choose', { text, known: known.join(', ') }) : say('request.leave-out', { text });
}

export function addSuggestion(text: Message, word: string | undefined): Message {
  return word === undefined ? text : say('request.meant', { text, word });
}

/** Keywords whose errors only follow from other errors. */
const FOLLOWING = new Set(['if', 'propertyNames']);

/**
 * The errors that help a client. If a value matches the type of one branch of an `anyOf` or `oneOf`, these are the errors of that
 * branch, otherwise the error of the keyword itself.
 */
function relevantErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const inner = new Map(
    errors.flatMap((error, place) => (isChoice(error) ? [[error, errorsWithin(errors, place)] as const] : [])),
  );
  const covered = new Set([...inner.values()].flat());
  return errors
    .filter((error) => !FOLLOWING.has(error.keyword) && !covered.has(error))
    .flatMap((error) => inside(error, inner.get(error) ?? []));
}

function isChoice({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The errors of a choice's branches: Ajv lists them right before it. */
function errorsWithin(errors: readonly SchemaError[], place: number): readonly SchemaError[] {
  let begin = place;
  while (begin > 0 && isBelow(errors[begin - 1], errors[place])) begin -= 1;
  return errors.slice(begin, place);
}

/** The errors of a branch that is a `$ref` have the path of its target. */
function isBelow(error: SchemaError | undefined, choice: SchemaError | undefined): boolean {
  if (error === undefined || choice === undefined) return false;
  const { schemaPath, instancePath } = error;
  const isOfBranch = `${schemaPath}/`.startsWith(`${choice.schemaPath}/`) || schemaPath.startsWith('#/$defs/');
  return isOfBranch && `${instancePath}/`.startsWith(`${choice.instancePath}/`);
}

function inside(choice: SchemaError, inner: readonly SchemaError[]): readonly SchemaError[] {
  const here = inner.filter(({ instancePath }) => instancePath === choice.instancePath);
  const nested = here.filter(isChoice);
  const branches = [choice, ...nested].flatMap(({ schema }): readonly unknown[] =>
    Array.isArray(schema) ? schema : [],
  );
  const others = new Set(here.filter(isOfOtherForm).map(({ parentSchema }) => parentSchema));
  const useless = new Set([...nested, ...here.filter(({ parentSchema }) => others.has(parentSchema))]);
  const rest = inner.filter((error) => !useless.has(error));
  const isOneForm = branches.length - nested.length - others.size === 1;
  return isOneForm && rest.length > 0 ? relevantErrors(rest) : [choice];
}

function isOfOtherForm({ keyword, parentSchema, data, schema }: SchemaError): boolean {
  if (keyword === 'type') return true;
  if (parentSchema?.type !== undefined || (keyword !== 'enum' && keyword !== 'const')) return false;
  const words: readonly unknown[] = Array.isArray(schema) ? schema : [schema];
  return words.every((word) => typeof word !== typeof data);
}
