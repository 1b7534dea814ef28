import { isData, type Data } from '@ticketgate/sdk';

/** Lays `later` over `earlier`, key by key; lists and the values of single settings are replaced as a whole. */
export function mergeOptions(earlier: Data, later: Data, depth = 0): Data {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) {
    if (value === undefined) continue;
    const present = merged[key];
    merged[key] = depth === 0 && isData(present) && isData(value) ? mergeOptions(present, value, depth + 1) : value;
  }
  return merged;
}
