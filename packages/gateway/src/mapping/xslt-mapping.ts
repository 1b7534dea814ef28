import { type XsltMappingConfig, type KeyFilter } from '@ticketgate/definition';
import { applyTemplate, XsltError, type XsltStage } from '@ticketgate/definition/xslt';
import { compilePerlPattern, isData, type Data, type TextPattern } from '@ticketgate/sdk';

import { Overloaded } from '../services/request-limit.js';
import { MappingFailed, type Mapped, type MappingRun, type PatternBudget } from './mapping.js';
import { BrokenPattern } from './simple-mapping.js';

/** Compiles Mapping XSLT: renames members, applies the template, and renames members of the result. */
export function compileXsltMapping(config: XsltMappingConfig): (data: Data, run: MappingRun) => Promise<Mapped> {
  const before = compileKeyFilters(config.preFilters);
  const after = compileKeyFilters(config.postFilters);
  return async (data, run) => {
    const seen = include(data, config.dataInclude, run);
    const named = before === undefined ? seen : before(seen, run.budget);
    if (before !== undefined) run.debug?.('Data before mapping after Pre RegExFilter', () => named);
    const mapped = await applyTemplate(config.template, named, config.reading).catch((cause: unknown) => {
      throw toMappingError(cause);
    });
    if (after === undefined || !isData(mapped)) return mapped;
    run.debug?.('Data after mapping before Post RegExFilter', () => mapped);
    return after(mapped, run.budget);
  };
}

/** Adds the parts of the exchange that the mapping names. */
function include(data: Data, names: readonly string[], { parts = {}, debug }: MappingRun): Data {
  const included = Object.fromEntries(
    names.filter((name) => parts[name] !== undefined).map((name) => [name, parts[name]] as const),
  );
  if (Object.keys(included).length === 0) return data;
  const merged = { ...data, DataInclude: included };
  debug?.('Data merged with DataInclude before mapping', () => merged);
  return merged;
}

/** The family's messages; it has no time limit. */
const SAYS: Readonly<Record<Exclude<XsltStage, 'Busy'>, string>> = {
  LoadTemplate: 'Could not load configured XSLT template',
  ParseTemplate: 'Could not parse configured XSLT template',
  WriteData: 'Could not convert data from Perl to XML before mapping',
  LoadData: 'Could not load data after conversion from Perl to XML',
  Map: 'Could not map data',
  TimeLimit: 'Could not map data',
  Write: 'Could not write mapped data',
  ReadResult: 'Could not convert data from XML to Perl after mapping',
};

const FAILED = 'The XSLT mapping of this operation has failed. The debug log of the service has the reason.';

function toMappingError(cause: unknown): unknown {
  if (!(cause instanceof XsltError)) return cause;
  if (cause.stage === 'Busy') return new Overloaded();
  return new MappingFailed({ message: FAILED, says: SAYS[cause.stage] }, cause);
}

interface CompiledFilter {
  /** Undefined if the pattern does not compile. */
  readonly pattern: TextPattern | undefined;
  readonly replace: string;
}

/**
 * Compiles the filters of Mapping XSLT, which rename members by patterns, in byte order: in objects, and in objects in lists, but not in lists
 * in lists. Undefined if there are none.
 */
function compileKeyFilters(filters: readonly KeyFilter[]) {
  if (filters.length === 0) return undefined;
  const compiled = filters.map(({ search, replace }) => ({ pattern: compilePerlPattern(search, 'part'), replace }));
  return (data: Data, budget: PatternBudget) => renameKeys(data, compiled, budget);
}

function renameKeys(data: Data, filters: readonly CompiledFilter[], budget: PatternBudget): Data {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(data)) members.set(name, renameWithin(value, filters, budget));
  // Members are moved while iterating, but each name is tested once.
  for (const name of Object.keys(data).sort()) {
    // Of the filters that match the original name, only the first one has an effect.
    for (const filter of filters) {
      budget.spend(name);
      const next = freeName(name, filter);
      if (next === undefined) continue;
      if (next === name) break;
      const value = members.get(name) ?? null;
      members.delete(name);
      members.set(next, value);
    }
  }
  return Object.fromEntries(members);
}

function renameWithin(value: unknown, filters: readonly CompiledFilter[], budget: PatternBudget): unknown {
  if (isData(value)) return renameKeys(value, filters, budget);
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (isData(item) ? renameKeys(item, filters, budget) : item));
}

/** The new name; undefined if the filter does not match. */
function freeName(name: string, { pattern, replace }: CompiledFilter): string | undefined {
  if (pattern === undefined) throw new BrokenPattern();
  const match = pattern.exec(name);
  if (match === null) return undefined;
  const text = replace.replace(/\$(?:(\d+)|\{(\d+)\})/g, (_, plain?: string, braced?: string) => {
    return match[Number(plain ?? braced)] ?? '';
  });
  return name.slice(0, match.index) + text + name.slice(match.index + (match[0]?.length ?? 0));
}
