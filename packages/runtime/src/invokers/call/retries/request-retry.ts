import { toText, type Data } from '@ticketgate/sdk';

/** The retries of a call so far. */
export interface RetryState {
  /** When the first attempt was made. */
  readonly firstAt: Date;
  /** Number of planned retries. */
  readonly count: number;
  /** Seconds before the last retry; undefined starts again with the first interval. */
  readonly interval: number | undefined;
  /** The time planned for this attempt. */
  readonly plannedAt: Date;
}

/** What `requester.retry: safe` of the configuration does, as the options of a module. */
export const SAFE_RETRY: Data = {
  ScheduleRetry: '1',
  RetryIntervalStart: '1',
  RetryIntervalFactor: '2',
  RetryCountMax: '5',
};

interface Option {
  readonly name: string;
  readonly allows: (text: string) => boolean;
  readonly wanted: string;
}

const isWhole = (text: string) => /^\d+$/.test(text);
const isPositive = (text: string) => /^[1-9]\d*$/.test(text);

/** In the order of the family's checks. */
const OPTIONS: readonly Option[] = [
  { name: 'ScheduleRetry', allows: (text) => ['', '0', '1'].includes(text), wanted: "'0' or '1'" },
  { name: 'RetryIntervalStart', allows: isWhole, wanted: "'0' or a positive integer" },
  { name: 'RetryIntervalFactor', allows: (text) => ['1', '1.5', '2'].includes(text), wanted: "'1', '1.5' or '2'" },
  {
    name: 'RetryIntervalMax',
    allows: (text) => text === '' || isWhole(text),
    wanted: "empty, '0' or a positive integer",
  },
  { name: 'RetryCountMax', allows: (text) => text === '' || isPositive(text), wanted: 'empty or a positive integer' },
  { name: 'RetryPeriodMax', allows: (text) => text === '' || isPositive(text), wanted: 'empty or a positive integer' },
];

/** The first mistake in the options of a module, as the family words it; undefined without one. */
export function retryMistake(options: Data): string | undefined {
  const isOff = toText(options.ScheduleRetry) !== '1';
  const wrong = OPTIONS.find(
    ({ name, allows }) => (name === 'ScheduleRetry' || !isOff) && !allows(toText(options[name])),
  );
  return wrong && `Config param '${wrong.name}' is not ${wrong.wanted}!`;
}

interface RetryTimes {
  readonly now: Date;
  /** The time before which the other system wants no further request, whatever the options say. */
  readonly notBefore: Date | undefined;
}

/** Plans the next attempt of a failed call; undefined if there is none. */
export function nextAttempt(
  options: Data,
  past: RetryState | undefined,
  { now, notBefore = now }: RetryTimes,
): RetryState | undefined {
  const { isEnabled, firstInterval, factor, maxInterval, maxCount, maxPeriod } = readRetryOptions(options);
  const {
    firstAt,
    count,
    interval: last,
    plannedAt,
  } = past ?? { firstAt: now, count: 0, interval: undefined, plannedAt: now };
  const period = (plannedAt.getTime() - firstAt.getTime()) / 1_000;
  if (!isEnabled || count >= maxCount || period >= maxPeriod) return undefined;
  // RetryIntervalMax does not limit the first interval.
  const interval = last === undefined ? firstInterval : Math.min(Math.floor(last * factor), maxInterval);
  const earliest = Math.max(plannedAt.getTime() + interval * 1_000, now.getTime() + 1_000);
  const latest = firstAt.getTime() + maxPeriod * 1_000;
  const next = new Date(Math.max(Math.min(earliest, latest), notBefore.getTime()));
  return { firstAt, count: count + 1, interval, plannedAt: next };
}

/** The checked options of a module of type RequestRetry, in seconds. */
function readRetryOptions(options: Data) {
  const number = (name: string) => (toText(options[name]) === '' ? undefined : Number(options[name]));
  return {
    isEnabled: toText(options.ScheduleRetry) === '1',
    firstInterval: number('RetryIntervalStart') ?? 0,
    factor: number('RetryIntervalFactor') ?? 1,
    maxInterval: number('RetryIntervalMax') ?? Infinity,
    maxCount: number('RetryCountMax') ?? Infinity,
    maxPeriod: number('RetryPeriodMax') ?? Infinity,
  };
}
