/** A number that was measured, and what it should be; without a target it is only told. */
export interface Measured {
  readonly measure: string;
  readonly value: number;
  /** What the true value lies between with at least 95 % certainty, where there were enough rounds to tell. */
  readonly interval?: { readonly low: number; readonly high: number };
  readonly unit: 'ratio' | 'MB' | 's' | 'ms' | 'count';
  readonly target?: Target | undefined;
  /** What the sides of a ratio took of the processors, where it can be told. */
  readonly spent?: readonly Spent[];
}

/** Milliseconds of processor time per request. */
export interface Spent {
  readonly side: string;
  readonly server: number;
  readonly database: number;
  /** Of all standbys; 0 without any. */
  readonly standbys: number;
}

export interface Target {
  readonly at: 'least' | 'most';
  readonly value: number;
}

export const atLeast = (value: number): Target => ({ at: 'least', value });
export const atMost = (value: number): Target => ({ at: 'most', value });

export function isMet(value: number, target: Target): boolean {
  return target.at === 'least' ? value >= target.value : value <= target.value;
}
