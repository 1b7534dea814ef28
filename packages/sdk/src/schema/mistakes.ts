import { isData, type JsonSchema } from '../data.js';
import { isSecretName } from '../secret-names.js';
import { suggest, withSuggestion } from '../suggest.js';
import type { SchemaError } from './compile.js';
import { relevantErrors } from './relevant-errors.js';
import { describeValue, OF_REQUESTS, sentenceOf } from './sentences.js';
import { membersOf, namesIn } from './walk.js';

/** Something in a request that a schema does not allow. */
export interface Mistake {
  /** `unknown`: the schema does not declare this member, and the service refuses unknown members. */
  readonly kind: 'missing' | 'unknown' | 'invalid';
  /** For example `Ticket->Title`; `''` for the whole request. Of two mistakes with the same place, only the first is reported. */
  readonly place: string;
  /** The value, the allowed values, and a suggestion. */
  readonly sentence: string;
  /** Whether a credential was probably meant. */
  readonly isCredential?: boolean;
}

/** Most members in a sentence. */
const MOST_MEMBERS = 30;

/** Describes errors of Ajv in terms of the request, once per member. Values of secrets are not shown. */
export function describeMistakes(
  errors: readonly SchemaError[],
  isSecret: (name: string) => boolean = isSecretName,
): readonly Mistake[] {
  return relevantErrors(errors).map((error) => describe(error, isSecret));
}

function describe(error: SchemaError, isSecret: (name: string) => boolean): Mistake {
  const { instancePath, keyword, params, parentSchema = {} } = error;
  const names = namesIn(instancePath);
  const place = names.join('->');
  if (keyword === 'required' || keyword === 'dependentRequired') return missing(place, String(params.missingProperty));
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof unknown === 'string') return unknownMember(place, unknown, parentSchema);
  const choice = missingChoice(error);
  if (choice !== undefined) return missing(place, choice);
  const isHidden = parentSchema.secret === true || names.some(isSecret);
  const sentence = `${place === '' ? 'The request' : place} ${sentenceOf(error, cameOf(error, isHidden), OF_REQUESTS)}`;
  return { kind: 'invalid', place, sentence: withSuggestion(sentence, meantBy(error)) };
}

function cameOf({ data }: SchemaError, isHidden: boolean): string {
  if (isHidden) return 'invalid';
  return data === undefined ? 'missing' : describeValue(data, OF_REQUESTS);
}

function meantBy({ keyword, data, params }: SchemaError): string | undefined {
  if (keyword !== 'enum' || typeof data !== 'string' || !Array.isArray(params.allowedValues)) return undefined;
  return suggest(
    data,
    params.allowedValues.filter((word) => typeof word === 'string'),
  );
}

function missing(parent: string, name: string): Mistake {
  const place = placeOf(parent, name);
  return { kind: 'missing', place, sentence: `${place} parameter is missing!` };
}

/** The members of which one is required, if the branches differ in nothing else. */
function missingChoice({ keyword, data, parentSchema }: SchemaError): string | undefined {
  if (keyword !== 'anyOf' || !isData(data)) return undefined;
  const forms = Array.isArray(parentSchema?.anyOf) ? parentSchema.anyOf.map(requiredOnly) : [];
  return forms.every((form) => form !== undefined) ? forms.join(' or ') : undefined;
}

function requiredOnly(form: unknown): string | undefined {
  if (!isData(form) || Object.keys(form).length !== 1 || !Array.isArray(form.required)) return undefined;
  return form.required.join(' and ');
}

function unknownMember(parent: string, name: string, schema: JsonSchema): Mistake {
  const known = Object.keys(membersOf(schema));
  const sentence = describeUnknown({ name, path: parent, known }, suggest(name, known));
  return { kind: 'invalid', place: placeOf(parent, name), sentence };
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
  const isShort = known.length > 0 && known.length <= MOST_MEMBERS;
  return withSuggestion(
    sentence,
    meant,
    isShort ? `Leave it out, or use one of ${known.join(', ')}.` : 'Leave it out.',
  );
}
