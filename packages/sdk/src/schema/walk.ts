import { keptIn } from '../kept.js';
import { isData, type JsonSchema, type Data } from '../data.js';

/** Keywords that hold schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords that hold schemas, alone or in a list. */
const SCHEMAS = new Set(['items', 'prefixItems', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
const BRANCHES = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'contains']);

/** Makes another schema of one that stands below a keyword, as a member where it has a name. */
type SchemaChange = (inner: JsonSchema, keyword: string, member?: string) => JsonSchema;

/** The same schema, with another one for each schema directly within it. */
export function mapSubschemas(schema: JsonSchema, change: SchemaChange): JsonSchema {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) changed[key] = changeWithin(key, value, change);
  return changed;
}

function changeWithin(key: string, value: unknown, change: SchemaChange): unknown {
  const changeOne = (each: unknown, member?: string) => (isData(each) ? change(each, key, member) : each);
  if (MAPS.has(key) && isData(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changeOne(each, name)]));
  }
  if (!SCHEMAS.has(key) && !BRANCHES.has(key)) return value;
  return Array.isArray(value) ? value.map((each) => changeOne(each)) : changeOne(value);
}

export function omit(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** A schema that stands where anything may stand; `{}` for anything that is not a schema. */
export function innerSchema(schema: unknown): JsonSchema {
  return isData(schema) ? schema : {};
}

/** The members that a schema names. */
export function toMembers({ properties }: JsonSchema): JsonSchema {
  return innerSchema(properties);
}

/** The names of members that must be there. */
export function toNeeded({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The required members of a schema that says nothing else: `A and B`. */
export function nameRequiredOnly(schema: unknown): string | undefined {
  if (!isData(schema) || Object.keys(schema).join() !== 'required') return undefined;
  return Array.isArray(schema.required) ? schema.required.join(' and ') : undefined;
}

/** The schemas in a list of them. */
export function schemasIn(list: unknown): readonly JsonSchema[] {
  return Array.isArray(list) ? list.filter(isData) : [];
}

/** The types of a schema; none if it does not say. */
export function toTypes({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : [type].flat().map(String);
}

/** Keywords of schemas for the same value. */
export const CHOICES = ['anyOf', 'oneOf', 'allOf'];

/** The schemas that a value fits together with this one, or one of which it fits. */
export function toBranches(schema: JsonSchema, keywords: readonly string[] = CHOICES): readonly JsonSchema[] {
  return keywords.flatMap((keyword) => schemasIn(schema[keyword]));
}

/** The branches of a schema, with another one for each; nothing of what the schema says itself. */
export function mapBranches(schema: JsonSchema, change: SchemaChange): JsonSchema {
  const branches = CHOICES.filter((keyword) => schema[keyword] !== undefined);
  return mapSubschemas(Object.fromEntries(branches.map((keyword) => [keyword, schema[keyword]])), change);
}

/** The same schema, but for the member at the end of a path of properties. */
export function changeMember(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  change: (member: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const properties = toMembers(schema);
  return {
    ...schema,
    properties: { ...properties, [name]: changeMember(innerSchema(properties[name]), rest, change) },
  };
}

/** The names in a JSON pointer. */
export function splitPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function memberAt(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isData(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const SINGLE = ['then', 'else'];
/** Longer names are not matched with patterns. */
const LONGEST = 300;

/** A schema together with the subschemas that apply to the same value. */
export type Branches = readonly Data[];

/** Looks up the schemas that apply to a member of an operation's input. */
export class SchemaBranches {
  readonly #root: JsonSchema;
  readonly #known = new Map<Data, Branches>();
  readonly #patterns = new Map<string, RegExp>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  get root(): Branches {
    return this.of(this.#root);
  }

  of(schema: unknown): Branches {
    if (!isData(schema)) return [];
    return keptIn(this.#known, schema, () => {
      const found = new Set<Data>();
      this.#gather(schema, found);
      return [...found];
    });
  }

  /** The branches for a member of an object. */
  member(branches: Branches, name: string): Branches {
    return branches.flatMap((branch) => this.of(this.#memberSchema(branch, name)));
  }

  /** The branches for the entries of a list. */
  items(branches: Branches): Branches {
    return branches.flatMap(({ items }) => this.of(items));
  }

  #memberSchema({ properties, patternProperties, additionalProperties }: Data, name: string): unknown {
    if (isData(properties) && Object.hasOwn(properties, name)) return properties[name];
    if (isData(patternProperties) && name.length <= LONGEST) {
      const pattern = Object.keys(patternProperties).find((each) => this.#compile(each).test(name));
      if (pattern !== undefined) return patternProperties[pattern];
    }
    return additionalProperties;
  }

  #compile(source: string): RegExp {
    return keptIn(this.#patterns, source, () => new RegExp(source, 'u'));
  }

  #gather(schema: unknown, found: Set<Data>): void {
    if (!isData(schema) || found.has(schema)) return;
    found.add(schema);
    for (const branch of toBranches(schema, ['allOf', 'anyOf', 'oneOf'])) this.#gather(branch, found);
    for (const keyword of SINGLE) this.#gather(schema[keyword], found);
    // References within the schema, such as `#/$defs/Address`.
    const { $ref } = schema;
    const isWithin = typeof $ref === 'string' && /^#(?:\/|$)/.test($ref);
    if (isWithin) this.#gather(splitPointer($ref).reduce<unknown>(memberAt, this.#root), found);
  }
}
