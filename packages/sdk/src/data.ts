/** A JSON object as it travels along the request path. */
export type Data = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema (draft 2020-12) with some keywords of our own: `secret: true` marks members that the debugger must mask, and
 * `'x-comma-list': true` lists that a query or a path may have as one text with commas. `valuesOf: 'Rooms'` is
 * one of the names that a plugin's `values` has for the running system. In the schema of a `CatalogueKind`, `'x-kind': 'Rooms'` says
 * that a text names an entry of another kind.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Narrows an unknown value to a JSON object: not null, not an array. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
