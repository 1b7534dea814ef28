interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/**
 * The value that a map holds for a key; if it holds none, `make` makes it.
 *
 * @example
 * const formatter = keptIn(formatters, zone, () => new Intl.DateTimeFormat('en-US', { timeZone: zone }));
 */
export function keptIn<Key, Value>(map: Kept<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined || map.has(key)) return known as Value; // `make` may have returned undefined.
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * A function that makes its result once for each object, and keeps it as long as the object exists.
 *
 * @example
 * const listFields = oncePer((schema: JsonSchema) => Object.keys(isData(schema.properties) ? schema.properties : {}));
 */
export function oncePer<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const kept = new WeakMap<Owner, Value>();
  return (owner) => keptIn(kept, owner, () => make(owner));
}
