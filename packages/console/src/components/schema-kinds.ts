export type Schema = Readonly<Record<string, unknown>>;

export type Kind = 'object' | 'map' | 'flag' | 'choice' | 'words' | 'json' | 'number' | 'text';

export function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}; // checked here
}

/** With which field a member is filled in. */
export function kindOf(schema: Schema, value: unknown): Kind {
  const types = typesOf(schema);
  if (schema.properties !== undefined) return 'object';
  if (Array.isArray(schema.enum) || hasChoices(schema)) return 'choice';
  if (types.includes('array')) return isOfWords(schema, value) ? 'words' : 'json';
  if (types.includes('object')) return hasEntries(schema) ? 'map' : 'json';
  if (typeof value === 'object' && value !== null) return 'json';
  if (types.includes('boolean') && types.length === 1) return 'flag';
  return types.length > 0 && types.every((each) => each === 'integer' || each === 'number' || each === 'null')
    ? 'number'
    : 'text';
}

function typesOf({ type }: Schema): readonly unknown[] {
  if (Array.isArray(type)) return type as unknown[];
  return type === undefined ? [] : [type];
}

/** Words beside other texts, such as the types of operations that plugins of others bring. */
function hasChoices({ anyOf, oneOf }: Schema): boolean {
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return (
    branches.length > 0 &&
    branches.every((each) => Array.isArray(asSchema(each).enum) || asSchema(each).type === 'string') &&
    branches.some((each) => Array.isArray(asSchema(each).enum))
  );
}

function isOfWords({ items }: Schema, value: unknown): boolean {
  const { type } = asSchema(items);
  const isList = Array.isArray(value) ? value.every((each) => typeof each !== 'object') : true;
  return isList && (type === undefined || type === 'string' || type === 'integer');
}

function hasEntries({ additionalProperties }: Schema): boolean {
  return Object.keys(asSchema(additionalProperties)).length > 0;
}
