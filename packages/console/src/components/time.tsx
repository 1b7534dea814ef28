import { signal } from '@preact/signals';

import { formatAge, formatMoment, formatTime, t } from '../app/language.js';

const now = signal(Date.now());
/** Milliseconds after which ages are updated. */
const STEP = 20_000;

/** Updates ages until the result is called. */
export function watchTime(): () => void {
  const timer = setInterval(() => (now.value = Date.now()), STEP);
  return () => clearInterval(timer);
}

/** When it was, and how long ago; null is never. */
export function Age({ of }: { readonly of: string | null }) {
  if (of === null) return <span class="faint">{t('Never')}</span>;
  return (
    <time dateTime={of} title={formatTime(of)} class="age">
      <span class="moment">{formatMoment(of)}</span>{' '}
      <span class="faint">{formatAge(of, Math.max(now.value, Date.now()))}</span>
    </time>
  );
}
