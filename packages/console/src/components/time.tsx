import { formatAge, formatMoment, formatTime, t } from '../app/language.js';

/** When it was, and how long ago; null is never. */
export function Age({ of }: { readonly of: string | null }) {
  if (of === null) return <span class="faint">{t('Never')}</span>;
  return (
    <time dateTime={of} title={formatTime(of)} class="age">
      <span class="moment">{formatMoment(of)}</span> <span class="faint">{formatAge(of)}</span>
    </time>
  );
}
