import { isData, type Data } from '../../data.js';

/** The objects in a list; none in anything else. */
export function objectsIn(list: unknown): readonly Data[] {
  return Array.isArray(list) ? list.filter(isData) : [];
}
