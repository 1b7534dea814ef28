import { isData } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import { alignItems } from './align-items.js';

/** Differences that are listed. */
const MOST = 50;
/** Characters of a value that are shown. */
const LONGEST = 60;

/** Two values, and whether they differ in nothing but their order. */
export interface Difference {
  readonly before: unknown;
  readonly after: unknown;
  readonly isOrder?: true;
  /** What it is called, if its path does not say. */
  readonly place?: Message;
}

/** The values before and after, by path. */
export type Differences = ReadonlyMap<string, Difference>;

export interface ComparingRules {
  /** Names of members that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** In XML a list of one is like its item. */
  readonly isXml?: boolean;
}

/** How an answer differs from an earlier one, member by member. */
export function findDifferences(before: unknown, after: unknown, rules: ComparingRules): Differences {
  const found = new Map<string, Difference>();
  diffAt({ path: '', before, after }, rules, found);
  return found;
}

const say = declareMessages({ 'replay.difference': `{place}: {before} → {after}` });

/** The first of them, for example `Ticket[0].Title: "a" → "b"`, without those at the paths of `others`. */
export function listDifferences(found: Differences, others: Differences = new Map()): readonly (string | Message)[] {
  const texts = [...found].flatMap(([path, { place = path === '' ? 'the answer' : path, before, after }]) =>
    others.has(path) ? [] : [say('replay.difference', { place, before: showValue(before), after: showValue(after) })],
  );
  const more = texts.length - MOST;
  return more > 0 ? [...texts.slice(0, MOST), `… and ${more} more`] : texts;
}

interface Pair extends Difference {
  readonly path: string;
}

function diffAt({ path, before, after }: Pair, rules: ComparingRules, found: Map<string, Difference>): void {
  const lists = pairLists(before, after, rules);
  if (lists !== undefined) matchLists({ path, ...lists }, rules, found);
  else if (isData(before) && isData(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => !rules.ignored.has(name),
    );
    for (const name of names)
      diffAt({ path: [path, name].filter(Boolean).join('.'), before: before[name], after: after[name] }, rules, found);
  } else if (before !== after) found.set(path, { before, after });
}

function pairLists(before: unknown, after: unknown, { isXml = false }: ComparingRules) {
  if (Array.isArray(before) && Array.isArray(after)) return { before, after };
  if (!isXml || before === undefined || after === undefined) return undefined;
  return Array.isArray(before) || Array.isArray(after) ? { before: [before].flat(), after: [after].flat() } : undefined;
}

interface Lists extends Pair {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

function matchLists({ path, before, after }: Lists, rules: ComparingRules, found: Map<string, Difference>): void {
  const name = /([^.[\]]+)(?:\[\+?\d+\])*$/.exec(path)?.[1] ?? '';
  const { pairs, orders } = alignItems(before, after, { name, ignored: rules.ignored });
  for (const [at, to] of pairs) {
    const place = at ?? (to >= before.length ? to : `+${to}`);
    diffAt(
      { path: `${path}[${place}]`, before: at === undefined ? undefined : before[at], after: after[to] },
      rules,
      found,
    );
  }
  if (orders !== undefined) found.set(path, { ...orders, isOrder: true });
}

/** A value in a few words. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
