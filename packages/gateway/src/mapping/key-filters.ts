import { compilePerlPattern, type KeyFilter } from '@ticketgate/definition';
import { isData, type Data, type TextPattern } from '@ticketgate/sdk';

import type { PatternBudget } from './pattern-budget.js';
import { BrokenPattern } from './simple-mapping.js';

interface CompiledFilter {
  /** Compiles a pattern; undefined if it is invalid. */
  readonly pattern: TextPattern | undefined;
  readonly replace: string;
}

/** Renames members; values stay as they are. */
type RenameKeys = (data: Data, budget: PatternBudget) => Data;

/**
 * Compiles the filters of Mapping XSLT, which rename members by patterns: in byte order, in objects and in objects in lists, but not in
 * lists in lists. Undefined when there are none.
 */
export function compileKeyFilters(filters: readonly KeyFilter[]): RenameKeys | undefined {
  if (filters.length === 0) return undefined;
  const compiled = filters.map(({ search, replace }) => ({ pattern: compilePerlPattern(search, 'part'), replace }));
  return (data, budget) => renameKeys(data, compiled, budget);
}

function renameKeys(data: Data, filters: readonly CompiledFilter[], budget: PatternBudget): Data {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(data)) members.set(name, renameWithin(value, filters, budget));
  // Members are moved while iterating, but each name is tested once.
  for (const name of Object.keys(data).sort()) rename(members, name, { filters, budget });
  return Object.fromEntries(members);
}

function renameWithin(value: unknown, filters: readonly CompiledFilter[], budget: PatternBudget): unknown {
  if (isData(value)) return renameKeys(value, filters, budget);
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => (isData(entry) ? renameKeys(entry, filters, budget) : entry));
}

/** Applies filters to the original name: only the first one that matches has an effect. */
function rename(
  members: Map<string, unknown>,
  name: string,
  { filters, budget }: { filters: readonly CompiledFilter[]; budget: PatternBudget },
): void {
  for (const filter of filters) {
    budget.spend(name);
    const next = newName(name, filter);
    if (next === undefined) continue;
    if (next === name) return;
    const value = members.get(name) ?? null;
    members.delete(name);
    members.set(next, value);
  }
}

/** The new name; undefined when the filter does not match. */
function newName(name: string, { pattern, replace }: CompiledFilter): string | undefined {
  if (pattern === undefined) throw new BrokenPattern();
  const match = pattern.exec(name);
  if (match === null) return undefined;
  const text = replace.replace(/\$(?:(\d+)|\{(\d+)\})/g, (_, plain?: string, braced?: string) => {
    return match[Number(plain ?? braced)] ?? '';
  });
  return name.slice(0, match.index) + text + name.slice(match.index + (match[0]?.length ?? 0));
}
