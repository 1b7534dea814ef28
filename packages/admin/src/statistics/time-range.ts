import { InputInvalid } from '../tasks/task-errors.js';
import { readMoment } from '../tasks/schemas.js';

export interface TimeRange {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Days for which requests are counted. */
const DAYS = 31;
const DAY = 86_400_000;

/**
 * The last day unless the input says otherwise.
 *
 * @throws OperationError `Admin.InputInvalid`
 */
export function readRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): TimeRange {
  const end = readMoment(to) ?? now;
  const begin = readMoment(from) ?? new Date(end.getTime() - DAY);
  const length = end.getTime() - begin.getTime();
  if (length > 0 && length <= DAYS * DAY) return { from: begin, to: end };
  const reason = `The time from ${begin.toISOString()} to ${end.toISOString()} is not one of 1 second to ${DAYS} days.`;
  throw new InputInvalid({ reason });
}

/** Seconds that charts are drawn by. */
export const STEPS = [60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400] as const;
const HOUR = 3600;

/** The shortest step by which a range has at most so many; what is longer ago than a day is counted by the hour. */
export function stepFor({ from, to }: TimeRange, now: Date, mostSteps: number): number {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const least = now.getTime() - from.getTime() > DAY + HOUR * 1000 ? HOUR : 0;
  return STEPS.find((step) => step >= least && seconds / step <= mostSteps) ?? 86_400;
}

/** The beginnings of all steps that a range touches. */
export function stepsOf({ from, to }: TimeRange, seconds: number): readonly Date[] {
  const step = seconds * 1000;
  const first = Math.floor(from.getTime() / step);
  const steps = Math.ceil(to.getTime() / step) - first;
  return Array.from({ length: steps }, (_step, place) => new Date((first + place) * step));
}
