import { useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { query, setQuery } from '../app/location.js';
import { Picker } from './field.js';

const HOUR = 3_600_000;
/** Lengths in hours, by their names in the address. */
const PRESETS: Readonly<Record<string, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

const YESTERDAY = 'yesterday';

interface Moments {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The time that an address asks for: a preset up to now, or between two moments. */
export function periodIn(parameters: URLSearchParams, usual = 'all'): Moments {
  const [from, to] = ['from', 'to'].map((name) => parameters.get(name) ?? undefined);
  if (from !== undefined || to !== undefined) return { from, to };
  const period = parameters.get('period') ?? usual;
  if (period === YESTERDAY)
    return { from: midnight(-1).toISOString(), to: new Date(midnight(0).getTime() - 1).toISOString() };
  const hours = PRESETS[period];
  // By the minute, so that what belongs together asks for the same.
  return hours === undefined
    ? {}
    : { from: new Date(Math.floor(Date.now() / 60_000) * 60_000 - hours * HOUR).toISOString() };
}

/** The beginning of a day in the user's time zone. */
function midnight(days: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

/** Chooses a time for everything that a screen shows. */
export function Period({ usual = 'all' }: { readonly usual?: string }) {
  const [from, to] = ['from', 'to'].map((name) => query.value.get(name) ?? '');
  const [isOpen, setOpen] = useState(false);
  const isBetween = isOpen || from !== '' || to !== '';
  const choose = (period: string) => {
    setOpen(period === 'between');
    const start = period === 'between' ? periodIn(query.value, usual).from : undefined;
    setQuery(
      { ...START, period: period === 'between' || period === usual ? undefined : period, from: start, to: undefined },
      { replace: false },
    );
  };
  const set = (name: 'from' | 'to') => (local: string) =>
    setQuery({ ...START, period: undefined, [name]: local === '' ? undefined : new Date(local).toISOString() });
  return (
    <>
      <Picker
        label={t('Period')}
        value={isBetween ? 'between' : (query.value.get('period') ?? usual)}
        choices={choices()}
        onChange={choose}
      />
      {isBetween && <Moment label={t('From')} value={from} onChange={set('from')} />}
      {isBetween && <Moment label={t('Until')} value={to} onChange={set('to')} />}
    </>
  );
}

const START = { before: undefined, after: undefined } as const;

function choices() {
  return {
    '1h': t('Last hour'),
    '24h': t('Last 24 hours'),
    [YESTERDAY]: t('Yesterday'),
    '7d': t('Last 7 days'),
    '30d': t('Last 30 days'),
    all: t('Any time'),
    between: t('Between …'),
  };
}

interface MomentProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (local: string) => void;
}

function Moment({ label, value = '', onChange }: MomentProps) {
  return (
    <input
      type="datetime-local"
      class="input picker"
      aria-label={label}
      title={label}
      value={toLocalTime(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** In the form of the browser's picker, in the user's time zone. */
function toLocalTime(moment: string): string {
  return Number.isNaN(Date.parse(moment)) ? '' : new Date(moment).toLocaleString('sv').replace(' ', 'T').slice(0, 16);
}
