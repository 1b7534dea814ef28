import { isData } from '@ticketgate/sdk';

/** Differences that are listed. */
const MOST = 50;
/** Characters of a value that are shown. */
const LONGEST = 60;

/** The values before and after, by path. */
export type Differences = ReadonlyMap<string, Pick<Pair, 'before' | 'after'>>;

/** How an answer differs from an earlier one, member by member. */
export function findDifferences(before: unknown, after: unknown, ignored: ReadonlySet<string>): Differences {
  const found = new Map<string, Pick<Pair, 'before' | 'after'>>();
  compare({ path: '', before, after }, ignored, found);
  return found;
}

/** The first of them, for example `Ticket[0].Title: "a" → "b"`, without those at the paths of `others`. */
export function listDifferences(found: Differences, others: Differences = new Map()): readonly string[] {
  const texts = [...found].flatMap(([path, { before, after }]) =>
    others.has(path) ? [] : [`${path === '' ? 'the answer' : path}: ${showValue(before)} → ${showValue(after)}`],
  );
  const more = texts.length - MOST;
  return more > 0 ? [...texts.slice(0, MOST), `… and ${more} more`] : texts;
}

interface Pair {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

function compare(
  { path, before, after }: Pair,
  ignored: ReadonlySet<string>,
  found: Map<string, Pick<Pair, 'before' | 'after'>>,
): void {
  const members = membersOf(before, after);
  if (members === undefined) {
    if (before !== after) found.set(path, { before, after });
    return;
  }
  for (const { name, ...pair } of members) {
    if (ignored.has(name)) continue;
    const isPlace = /^\d+$/.test(name);
    const inner = isPlace ? `${path}[${name}]` : `${path}${path === '' ? '' : '.'}${name}`;
    compare({ path: inner, ...pair }, ignored, found);
  }
}

/** Undefined unless both are lists, or both are objects. */
function membersOf(before: unknown, after: unknown) {
  const isBoth = (isKind: (value: unknown) => boolean) => isKind(before) && isKind(after);
  if (!isBoth(Array.isArray) && !isBoth(isData)) return undefined;
  const [older, newer] = [before, after].map((value) => new Map<string, unknown>(Object.entries(value as object)));
  const names = [...new Set([...(older?.keys() ?? []), ...(newer?.keys() ?? [])])];
  return names.map((name) => ({ name, before: older?.get(name), after: newer?.get(name) }));
}

/** A value in a few words. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
