import { isDeepStrictEqual } from 'node:util';
import type { MappingDefinition } from '@ticketgate/definition';
import type { Data } from '@ticketgate/sdk';

import type { MappingObserver } from './mapping.js';

export const FATES = ['kept', 'changed', 'dropped', 'made'] as const;

/** Keys below the Config of a mapping. */
type RulePath = readonly string[];

/** How a member was mapped. */
export interface MappedMember {
  /** Null if the mapping has created it. */
  readonly from: string | null;
  /** Null if it was dropped. */
  readonly to: string | null;
  readonly fate: (typeof FATES)[number];
  /** The rules that applied to its name and its value; null if there was none. */
  readonly keyRule: RulePath | null;
  readonly valueRule: RulePath | null;
}

/** Tracks how a mapping changes the members of data. */
export class MemberTracker implements MappingObserver {
  readonly #seen: Pick<MappedMember, 'from' | 'to' | 'keyRule' | 'valueRule'>[] = [];
  #rules: { key: RulePath | null; value: RulePath | null } = { key: null, value: null };

  rule(part: 'key' | 'value', path: RulePath): void {
    this.#rules = { ...this.#rules, [part]: path };
  }

  member(from: string, to: string | undefined): void {
    const { key: keyRule, value: valueRule } = this.#rules;
    this.#seen.push({ from, to: to ?? null, keyRule, valueRule });
    this.#rules = { key: null, value: null };
  }

  /** @param data before the mapping */
  members(data: Data, result: Data): readonly MappedMember[] {
    return this.#seen.map((each, index) => {
      const to = this.#isReplaced(index) ? null : each.to;
      const isSame = to === each.from && isDeepStrictEqual(data[each.from ?? ''], result[to ?? '']);
      return { ...each, to, fate: to === null ? 'dropped' : isSame ? 'kept' : 'changed' };
    });
  }

  /** Overwritten by a later member with the same new name. */
  #isReplaced(index: number): boolean {
    const { to } = this.#seen[index] ?? { to: null };
    return to !== null && this.#seen.slice(index + 1).some((later) => later.to === to);
  }
}

/** Compares input and output of a mapping without rules for members. */
export function compareMembers({ kind }: MappingDefinition, data: Data, result: Data): readonly MappedMember[] {
  const rule = kind === 'xslt' ? ['Template'] : kind === 'test' ? ['TestOption'] : null;
  const before = Object.keys(data).map((name): MappedMember => {
    if (!Object.hasOwn(result, name)) return { from: name, to: null, fate: 'dropped', keyRule: rule, valueRule: null };
    const isSame = isDeepStrictEqual(data[name], result[name]);
    const valueRule = isSame ? null : rule;
    return { from: name, to: name, fate: isSame ? 'kept' : 'changed', keyRule: null, valueRule };
  });
  const made = Object.keys(result).filter((name) => !Object.hasOwn(data, name));
  return [
    ...before,
    ...made.map((to): MappedMember => ({ from: null, to, fate: 'made', keyRule: rule, valueRule: null })),
  ];
}
