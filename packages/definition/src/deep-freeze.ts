import { isMap } from 'node:util/types';

/** Freezes plain data, lists and the values of maps, all the way down. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: Iterable<unknown> = isMap(value) ? value.values() : Object.values(value);
  for (const each of members) deepFreeze(each);
  return value;
}
