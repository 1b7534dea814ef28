import { oncePer } from '../kept.js';
import { isData, type Data, type JsonSchema } from '../data.js';
import { operationError } from '../errors.js';
import { objectsIn, omit } from '../schema/words/index.js';

/** Checked by authentication. */
const CREDENTIALS = ['SessionID', 'UserLogin', 'Password'];

/**
 * Refuses values of a wrong type, and texts that the database cannot store, for operations that check their input themselves. Clients of
 * profile contract then get an error that names the member instead of an internal error. Numbers may be texts and texts numbers. Null counts
 * as absent, except in lists. Members that the schema does not name are ignored.
 *
 * @param operation its name without the group; or an object with `anyKind`, paths such as `DynamicField->Value` whose type it checks itself
 * @throws OperationError `<Operation>.InvalidParameter`
 * @example
 * export const contract: OperationProfile = {
 *   readInput(input) {
 *     requireWellFormed(input, roomGetInput, 'RoomGet');
 *     return input;
 *   },
 * };
 */
export function requireWellFormed(
  input: Data,
  schema: JsonSchema,
  operation: string | { readonly operation: string; readonly anyKind: readonly string[] },
): void {
  const reader =
    typeof operation === 'string' ? new Reader(operation, []) : new Reader(operation.operation, operation.anyKind);
  reader.readMembers(omit(input, CREDENTIALS), mergeShape(schema), '');
}

/** The values that a schema allows, with its alternatives merged. */
interface Shape {
  readonly kinds: ReadonlySet<string>;
  readonly members: Readonly<Record<string, JsonSchema>>;
  readonly patterns: readonly (readonly [RegExp, JsonSchema])[];
  readonly items: JsonSchema | undefined;
  readonly longest: number;
}

/** Kept per schema: schemas are constants. */
const mergeShape = oncePer((schema: JsonSchema): Shape => {
  const parts = [schema, ...listAlternatives(schema)];
  return {
    kinds: new Set(parts.flatMap(({ type }) => (type as string | string[] | undefined) ?? [])), // as JSON Schema has it
    members: Object.assign({}, ...parts.map(({ properties }) => properties)) as Shape['members'], // schemas by name
    patterns: parts.flatMap(({ patternProperties }) => toPatterns(patternProperties)),
    items: parts.map(({ items }) => items).find(isData),
    longest: parts.reduce((most, { maxLength }) => Math.min(most, Number(maxLength ?? most)), Infinity),
  };
});

function listAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  return [schema.anyOf, schema.oneOf].flatMap(objectsIn).flatMap((each) => [each, ...listAlternatives(each)]);
}

function toPatterns(schemas: unknown): Shape['patterns'] {
  if (!isData(schemas)) return [];
  return Object.entries(schemas).flatMap(([pattern, schema]) =>
    isData(schema) ? [[new RegExp(pattern), schema]] : [],
  );
}

const SCALARS = ['string', 'number', 'integer'];

class Reader {
  readonly #operation: string;
  readonly #anyKind: readonly string[];

  constructor(operation: string, anyKind: readonly string[]) {
    this.#operation = operation;
    this.#anyKind = anyKind;
  }

  readMembers(data: Data, { members, patterns }: Shape, path: string): void {
    for (const [name, value] of Object.entries(data)) {
      const schema = Object.hasOwn(members, name)
        ? members[name]
        : patterns.find(([pattern]) => pattern.test(name))?.[1];
      if (schema === undefined || value === null || value === undefined) continue;
      this.#read(value, mergeShape(schema), path === '' ? name : `${path}->${name}`);
    }
  }

  #read(value: unknown, shape: Shape, path: string): void {
    if (Array.isArray(value)) this.#readList(value, shape, path);
    else if (isData(value)) {
      this.#requireKind(shape.kinds.has('object'), path, `is an object; write ${wanted(shape)}`);
      this.readMembers(value, shape, path);
    } else if (typeof value === 'boolean') {
      const isWrong = !shape.kinds.has('boolean') && SCALARS.some((kind) => shape.kinds.has(kind));
      this.#requireKind(!isWrong, path, `is ${String(value)}; write ${wanted(shape)}`);
    } else if (typeof value === 'number') this.#require(Number.isFinite(value), path, 'is a number that is too large');
    else if (typeof value === 'string') this.#readText(value, shape, path);
  }

  #readList(list: readonly unknown[], shape: Shape, path: string): void {
    if (!shape.kinds.has('array')) {
      this.#requireKind(shape.kinds.has('object'), path, `is a list; write ${wanted(shape)}`);
      return;
    }
    const entry = mergeShape(shape.items ?? { type: SCALARS });
    for (const value of list) {
      const isOfObjects = entry.kinds.has('object');
      const fits = isOfObjects ? isData(value) : typeof value === 'string' || typeof value === 'number';
      this.#requireKind(fits, path, `has an entry that is not ${wanted(entry)}`);
      this.#read(value, entry, path);
    }
  }

  #readText(text: string, { longest }: Shape, path: string): void {
    this.#require(!text.includes('\0'), path, 'has a NUL character; leave it out');
    this.#require(!/\p{Surrogate}/u.test(text), path, 'is not valid Unicode: it has half of a surrogate pair');
    this.#require(text.length <= longest, path, `has ${text.length} characters; at most ${longest} are allowed`);
  }

  #requireKind(isRight: boolean, path: string, sentence: string): void {
    this.#require(isRight || this.#anyKind.includes(path), path, sentence);
  }

  #require(isRight: boolean, path: string, sentence: string): void {
    if (isRight) return;
    throw operationError(this.#operation, 'InvalidParameter', `${path} ${sentence}.`);
  }
}

const WORDS = new Map(
  Object.entries({ object: 'an object', string: 'a text', boolean: 'true or false', array: 'a list' }),
);

function wanted({ kinds }: Shape): string {
  return [...new Set([...kinds].map((kind) => WORDS.get(kind) ?? 'a number'))].join(' or ');
}
