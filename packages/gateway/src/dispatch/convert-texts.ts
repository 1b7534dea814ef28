import { isData, keptIn, type Data, type JsonSchema } from '@ticketgate/sdk';
import { memberAt, splitPointer, toBranches } from '@ticketgate/sdk/schema';

/** A schema together with the subschemas that apply to the same value. */
type Branches = readonly Data[];

/** Longer names are not matched with patterns. */
const LONGEST = 300;
const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const FLAGS = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Converts texts of queries and paths to the types that the schema of an operation expects. Texts that cannot be converted stay, and
 * are refused later. Members of a JSON body are not converted.
 */
export class TextConverter {
  readonly #schema: JsonSchema;
  readonly #known = new Map<Data, Branches>();
  readonly #patterns = new Map<string, RegExp>();
  /** Those of the whole input. */
  readonly root: Branches;

  constructor(schema: JsonSchema) {
    this.#schema = schema;
    this.root = this.#toBranches(schema);
  }

  /**
   * Returns a copy with converted texts.
   *
   * @param texts the parts of `data` that came as text, at the same places
   */
  convert(data: Data, texts: Data, branches = this.root): Data {
    const list = Object.keys(data).map((name) => {
      const value = data[name];
      if (!Object.hasOwn(texts, name)) return [name, value] as const;
      const inner = branches.flatMap((branch) => this.#toBranches(this.#memberSchema(branch, name)));
      return [name, this.#value(value, texts[name], inner)] as const;
    });
    return Object.fromEntries(list);
  }

  #value(value: unknown, text: unknown, branches: Branches): unknown {
    if (isData(value)) return isData(text) ? this.#object(value, text, branches) : value;
    if (typeof value === 'string') return value === text ? this.#text(value, branches) : value;
    if (isSameList(value, text)) return this.#list(value, branches);
    return Array.isArray(value) && Array.isArray(text) ? this.#objects(value, text, branches) : value;
  }

  #objects(values: readonly unknown[], texts: readonly unknown[], branches: Branches): readonly unknown[] {
    const items = this.#items(branches);
    return values.map((item, index) => this.#value(item, texts[index], items));
  }

  /** A single object where a list is wanted is its only item: XML does not tell them apart. */
  #object(data: Data, texts: Data, branches: Branches): unknown {
    const types = collectTypes(branches);
    if (!types.has('array') || types.has('object')) return this.convert(data, texts, branches);
    return [this.convert(data, texts, this.#items(branches))];
  }

  #text(text: string, branches: Branches): unknown {
    if (isCommaList(branches)) return this.#list([text], branches);
    const types = collectTypes(branches);
    const scalar = toScalar(text, types);
    if (scalar !== undefined) return scalar;
    return types.has('array') ? this.#list([text], branches) : text;
  }

  #list(texts: readonly string[], branches: Branches): readonly unknown[] {
    const list = isCommaList(branches) ? texts.flatMap(splitCommas) : texts;
    const items = this.#items(branches);
    const types = collectTypes(items);
    return list.map((item) => toScalar(item, types) ?? item);
  }

  /** The branches for the entries of a list. */
  #items(branches: Branches): Branches {
    return branches.flatMap(({ items }) => this.#toBranches(items));
  }

  #toBranches(schema: unknown): Branches {
    if (!isData(schema)) return [];
    return keptIn(this.#known, schema, () => {
      const found = new Set<Data>();
      this.#gather(schema, found);
      return [...found];
    });
  }

  #memberSchema({ properties, patternProperties, additionalProperties }: Data, name: string): unknown {
    if (isData(properties) && Object.hasOwn(properties, name)) return properties[name];
    if (isData(patternProperties) && name.length <= LONGEST) {
      const pattern = Object.keys(patternProperties).find((each) =>
        keptIn(this.#patterns, each, () => new RegExp(each, 'u')).test(name),
      );
      if (pattern !== undefined) return patternProperties[pattern];
    }
    return additionalProperties;
  }

  #gather(schema: unknown, found: Set<Data>): void {
    if (!isData(schema) || found.has(schema)) return;
    found.add(schema);
    for (const branch of toBranches(schema, ['allOf', 'anyOf', 'oneOf'])) this.#gather(branch, found);
    for (const branch of [schema.then, schema.else]) this.#gather(branch, found);
    // References within the schema, such as `#/$defs/Address`.
    const { $ref } = schema;
    const isWithin = typeof $ref === 'string' && /^#(?:\/|$)/.test($ref);
    if (isWithin) this.#gather(splitPointer($ref).reduce<unknown>(memberAt, this.#schema), found);
  }
}

/** Converts a text to one of the types; undefined if that is impossible. */
function toScalar(text: string, types: ReadonlySet<string>): string | number | boolean | undefined {
  if (types.has('string')) return text;
  return toNumber(text, types) ?? (types.has('boolean') ? FLAGS.get(text) : undefined);
}

function toNumber(text: string, types: ReadonlySet<string>): number | undefined {
  const number = Number(text);
  const isWhole = types.has('integer') && WHOLE.test(text) && Number.isSafeInteger(number);
  const isDecimal = types.has('number') && DECIMAL.test(text) && Number.isFinite(number);
  return isWhole || isDecimal ? number : undefined;
}

function splitCommas(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim());
}

function isCommaList(branches: Branches): boolean {
  return branches.some((branch) => branch['x-comma-list'] === true);
}

/** The enumerated values of the branches. */
function collectTypes(branches: Branches): ReadonlySet<string> {
  return new Set(branches.flatMap(typesOfOne));
}

function typesOfOne({ type, enum: words, const: only }: Data): readonly string[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  const values: readonly unknown[] = Array.isArray(words) ? words : only === undefined ? [] : [only];
  return values.map((value) => typeof value);
}

function isSameList(value: unknown, text: unknown): value is readonly string[] {
  if (!Array.isArray(value) || !Array.isArray(text) || value.length !== text.length) return false;
  return value.every((item, index) => typeof item === 'string' && item === text[index]);
}
