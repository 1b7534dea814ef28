export type Schema = Readonly<Record<string, unknown>>;

/** Names of members and numbers of entries, from the outside in. */
export type Path = readonly (string | number)[];

export type Kind =
  | 'object'
  | 'map'
  | 'flag'
  | 'switch'
  | 'checks'
  | 'choice'
  | 'reference'
  | 'references'
  | 'rows'
  | 'words'
  | 'json'
  | 'lines'
  | 'number'
  | 'text';

export function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}; // checked here
}

/** Parses the JSON of an object; undefined for anything else. */
export function asObject(text: string): Schema | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : asSchema(value);
  } catch {
    return undefined;
  }
}

export function chooseField(schema: Schema, value: unknown): Kind {
  const types = readTypes(schema);
  if (schema.properties !== undefined) return 'object';
  if (isSwitch(schema)) return 'switch';
  if (Array.isArray(schema.enum) || hasChoices(schema)) return 'choice';
  if (schema.contentMediaType !== undefined) return 'lines';
  const named = namedKind(schema);
  if (named !== undefined) return named;
  if (types.includes('array')) return listKind(schema, value);
  if (types.includes('object')) return Object.keys(asSchema(schema.additionalProperties)).length > 0 ? 'map' : 'json';
  if (typeof value === 'object' && value !== null) return 'json';
  if (types.includes('boolean') && types.length === 1) return 'flag';
  return types.length > 0 && types.every((each) => each === 'integer' || each === 'number' || each === 'null')
    ? 'number'
    : 'text';
}

const OFF: readonly unknown[] = ['0', 0, false, '', null];

/** On or off, in any form that the family writes. */
function isSwitch({ enum: words }: Schema): boolean {
  return Array.isArray(words) && words.includes('0') && words.every((word) => [...OFF, '1', 1, true].includes(word));
}

/** Whether a switch is on; without a value, as its schema says. */
export function isTicked(value: unknown, { default: usual = '0' }: Schema): boolean {
  return !OFF.includes(value ?? usual);
}

/** The schema of a member at a path of these values; empty if there is none. */
export function schemaAt(schema: unknown, value: unknown, [name, ...rest]: Path): Schema {
  if (name === undefined) return asSchema(schema);
  const { properties, additionalProperties } = schemaFor(asSchema(schema), asSchema(value));
  return schemaAt(asSchema(properties)[name] ?? additionalProperties, asSchema(value)[name], rest);
}

function listKind(schema: Schema, value: unknown): Kind {
  if (asSchema(schema.items).properties !== undefined) return 'rows';
  return isOfWords(schema, value) ? 'words' : 'json';
}

/** Of texts that name something: entries of the catalogue, or one of some words. */
function namedKind(schema: Schema): Kind | undefined {
  if (typeof schema['x-kind'] === 'string') return 'reference';
  if (typeof asSchema(schema.items)['x-kind'] === 'string') return 'references';
  if (Array.isArray(asSchema(schema.items).enum)) return 'checks';
  return Array.isArray(schema.examples) && readTypes(schema).includes('string') ? 'text' : undefined;
}

/** The schema of an object with these values: what `allOf` says of them is part of its members. */
export function schemaFor(schema: Schema, values: Schema): Schema {
  const rules = Array.isArray(schema.allOf) ? schema.allOf.map(asSchema) : [];
  const members = { ...asSchema(schema.properties) };
  for (const rule of rules.filter((each) => meetsConditions(asSchema(each.if), values))) {
    for (const [name, member] of Object.entries(asSchema(asSchema(rule.then).properties))) {
      members[name] = { ...asSchema(members[name]), ...asSchema(member) };
    }
  }
  return { ...schema, properties: members };
}

/** Of conditions on members that have one of some values. */
function meetsConditions({ properties }: Schema, values: Schema): boolean {
  const members = Object.entries(asSchema(properties));
  const isOneOf = (name: string, { enum: words }: Schema) => Array.isArray(words) && words.includes(values[name]);
  return members.length > 0 && members.every(([name, member]) => isOneOf(name, asSchema(member)));
}

function readTypes({ type }: Schema): readonly unknown[] {
  return [type].flat().filter((each) => each !== undefined);
}

/** The alternatives of a schema. */
export function readBranches({ anyOf, oneOf }: Schema): readonly Schema[] {
  return [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.map(asSchema) : []));
}

/** Whether a schema offers words, perhaps along with other texts, such as the types of operations of unknown plugins. */
function hasChoices(schema: Schema): boolean {
  const branches = readBranches(schema);
  const words = branches.filter((each) => Array.isArray(each.enum));
  return words.length > 0 && branches.every((each) => words.includes(each) || each.type === 'string');
}

function isOfWords({ items }: Schema, value: unknown): boolean {
  const { type } = asSchema(items);
  const isList = Array.isArray(value) ? value.every((each) => typeof each !== 'object') : true;
  return isList && (type === undefined || type === 'string' || type === 'integer');
}

/** Of a member that a field shows as one text. */
export function toFieldText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** As JSON, but texts without quotes. */
export function shortText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The entries of a list as texts; empty for anything that is not a list. */
export function wordsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value at a path of members; undefined if there is none. */
export function getAt(whole: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (Array.isArray(value) ? value[Number(name)] : asSchema(value)[name]),
    whole,
  );
}

/** A value with another one at a path in it; undefined takes a member away, and maps that are empty then. */
export function withMember(whole: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(whole)) return withEntry(whole, path, value);
  const { [name]: old, ...others } = asSchema(whole);
  const next = withMember(old, rest, value);
  if (next !== undefined) return { ...others, [name]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}

/** An empty entry stays until it is removed itself; the index after the last one adds an entry. */
function withEntry(list: readonly unknown[], [index, ...rest]: Path, value: unknown): readonly unknown[] {
  if (rest.length === 0 && value === undefined) return list.filter((_entry, at) => at !== index);
  const entries = Number(index) < list.length ? list : [...list, undefined];
  return entries.map((entry, at) => (at === index ? (withMember(entry, rest, value) ?? {}) : entry));
}
