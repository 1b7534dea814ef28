/** A JSON object. */
export type Data = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema (draft 2020-12) with additional keywords. `secret: true` marks members that the debug log masks. `'x-comma-list': true` marks
 * lists that a query or a path may contain as text with commas. `volatile: true` marks members of an answer that depend on time or chance,
 * such as an age or a new id, and so differ between two equal systems. In the schema of a `CatalogueKind`, `'x-kind': 'Rooms'` marks a text
 * that names an entry of another kind.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The keys of an object literal, with their literal types.
 *
 * @example
 * const PRICES = { single: 80, double: 120 };
 * const rooms = listKeys(PRICES); // readonly ('single' | 'double')[]
 */
export function listKeys<const Named extends Data>(named: Named): readonly (keyof Named & string)[] {
  return Object.keys(named);
}

/** Narrows an unknown value to a JSON object: not null, not an array. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a text of JSON says; undefined for any other text.
 *
 * @example
 * parseJson('[1, 2]'); // [1, 2]
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The object that a text of JSON says; undefined for any other text.
 *
 * @example
 * const { name } = parseObject(readFileSync('package.json', 'utf8')) ?? {};
 */
export function parseObject(text: string): Data | undefined {
  const value = parseJson(text);
  return isData(value) ? value : undefined;
}
