/** A JSON object. */
export type Data = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema (draft 2020-12) with additional keywords. `secret: true` marks members that the debug log masks. `'x-comma-list': true` marks
 * lists that clients may send as a text with commas in a query or a path. `volatile: true` marks members of an answer
 * that depend on the moment or on chance, such as an age or a new id, and so differ between two equal systems.
 * In the schema of a `CatalogueKind`, `'x-kind': 'Rooms'` marks a text that names an entry of another kind.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The names of the members of an object that is written in full, as their type has them.
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
