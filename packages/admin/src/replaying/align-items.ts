import { isData, keptIn } from '@ticketgate/sdk';

/** The places of an item in two lists: undefined if only the second one has it, -1 if only the first one has it. */
export type Aligned = readonly [before: number | undefined, after: number];

interface ListRules {
  /** Of the list, by which its items may have a key. */
  readonly name: string;
  readonly ignored: ReadonlySet<string>;
}

/**
 * Pairs the items of two lists: by their key, or without one, equal items first and the rest in order, so that a missing item does not make
 * all later ones differ. The order counts, but not among items of the same time.
 */
export function alignItems(before: readonly unknown[], after: readonly unknown[], rules: ListRules) {
  const key = findKey([before, after], rules);
  const identify = (item: unknown) =>
    key === undefined ? canonical(item, rules.ignored) : String(getMember(item, key));
  const places = new Map<string, number[]>();
  for (const [place, item] of after.entries()) keptIn(places, identify(item), () => []).push(place);
  const matched = before.map((item) => places.get(identify(item))?.shift());
  const left = [...places.values()].flat().sort((a, b) => a - b);
  const pairs: Aligned[] = matched.map((to, at) => [at, to ?? (key === undefined ? (left.shift() ?? -1) : -1)]);
  const added: Aligned[] = left.map((to) => [undefined, to]);
  const moved = findMoved(before, matched);
  const show = (items: readonly unknown[]) => items.map((item) => (key === undefined ? item : getMember(item, key)));
  /** The items by which the order differs; undefined if it is the same. */
  const orders = moved ? { before: show(before), after: show(after) } : undefined;
  return { pairs: [...pairs, ...added], orders };
}

function getMember(item: unknown, name: string): unknown {
  return isData(item) ? item[name] : undefined;
}

/** A member that every item has, each with another value. */
function findKey(lists: readonly (readonly unknown[])[], { name, ignored }: ListRules): string | undefined {
  const isKey = (key: string) =>
    !ignored.has(key) &&
    lists.every((items) => {
      const values = items.map((item) => getMember(item, key));
      const areTexts = values.every((value) => typeof value === 'string' || typeof value === 'number');
      return areTexts && new Set(values.map(String)).size === items.length;
    });
  return [`${name}ID`, 'Name', 'ID', 'Key', 'Filename', 'FileID'].find(isKey);
}

/** Equal for equal values, whatever the order of their members is. */
function canonical(item: unknown, ignored: ReadonlySet<string>): string {
  const inOrder = (value: unknown) => {
    if (!isData(value)) return value;
    const names = Object.keys(value).filter((name) => !ignored.has(name));
    return Object.fromEntries(names.sort().map((name) => [name, value[name]]));
  };
  return JSON.stringify(item, (_, value: unknown) => inOrder(value));
}

/** Whether an item comes after one that it came before, and their times differ. */
function findMoved(before: readonly unknown[], matched: readonly (number | undefined)[]): boolean {
  let last = -1;
  let lastItem: unknown;
  for (const [at, to] of matched.entries()) {
    if (to === undefined) continue;
    if (to < last && !haveEqualTime(before[at], lastItem)) return true;
    if (to > last) [last, lastItem] = [to, before[at]];
  }
  return false;
}

const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;

function haveEqualTime(item: unknown, other: unknown): boolean {
  if (!isData(item) || !isData(other)) return false;
  return Object.entries(item).some(([name, value]) => TIME.test(String(value)) && value === other[name]);
}
