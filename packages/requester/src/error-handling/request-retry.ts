import { textOf, type Data } from '@ticketgate/sdk';

/** The state of retrying a call. */
export interface RetryState {
  /** When the first attempt was made. */
  readonly firstAt: Date;
  /** Retries that were planned so far. */
  readonly count: number;
  /** Seconds before the last retry; undefined if unknown: then the intervals begin anew. */
  readonly interval: number | undefined;
  /** When this attempt was planned. */
  readonly plannedAt: Date;
}

/** The keys of a module of type RequestRetry, checked. */
interface RetryConfig {
  readonly isOn: boolean;
  readonly start: number;
  readonly factor: number;
  readonly longest: number | undefined;
  readonly most: number | undefined;
  readonly period: number | undefined;
}

interface Key {
  readonly name: string;
  readonly allows: (text: string) => boolean;
  readonly wanted: string;
}

const isWhole = (text: string) => /^\d+$/.test(text);
const isPositive = (text: string) => /^[1-9]\d*$/.test(text);

/** In the order in which the family checks them. */
const KEYS: readonly Key[] = [
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

/** The mistake in the keys of a module, in the family's words; undefined when there is none. */
export function retryMistake(options: Data): string | undefined {
  const isOff = textOf(options.ScheduleRetry) !== '1';
  const wrong = KEYS.find(({ name, allows }) => (name === 'ScheduleRetry' || !isOff) && !allows(textOf(options[name])));
  return wrong && `Config param '${wrong.name}' is not ${wrong.wanted}!`;
}

/** When a failed call is made again; undefined: it is not. */
export function nextAttempt(options: Data, past: RetryState | undefined, now: Date): RetryState | undefined {
  const config = readConfig(options);
  const state = past ?? { firstAt: now, count: 0, interval: undefined, plannedAt: now };
  if (!config.isOn || isExhausted(config, state)) return undefined;
  const interval = nextInterval(config, state);
  const earliest = Math.max(state.plannedAt.getTime() + interval * 1_000, now.getTime() + 1_000);
  const latest = config.period === undefined ? Infinity : state.firstAt.getTime() + config.period * 1_000;
  return { firstAt: state.firstAt, count: state.count + 1, interval, plannedAt: new Date(Math.min(earliest, latest)) };
}

function isExhausted({ most, period }: RetryConfig, { firstAt, count, plannedAt }: RetryState): boolean {
  if (most !== undefined && count >= most) return true;
  return period !== undefined && (plannedAt.getTime() - firstAt.getTime()) / 1_000 >= period;
}

/** Seconds. The first interval is not bounded by RetryIntervalMax. */
function nextInterval({ start, factor, longest = Infinity }: RetryConfig, { interval }: RetryState): number {
  return interval === undefined ? start : Math.min(Math.floor(interval * factor), longest);
}

function readConfig(options: Data): RetryConfig {
  const number = (name: string) => (textOf(options[name]) === '' ? undefined : Number(options[name]));
  return {
    isOn: textOf(options.ScheduleRetry) === '1',
    start: number('RetryIntervalStart') ?? 0,
    factor: number('RetryIntervalFactor') ?? 1,
    longest: number('RetryIntervalMax'),
    most: number('RetryCountMax'),
    period: number('RetryPeriodMax'),
  };
}
