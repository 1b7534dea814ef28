import { formatAge, formatMoment, formatTime } from '../app/language.js';

/** When it was, and how long ago. */
export function Age({ of }: { readonly of: string }) {
  return (
    <time dateTime={of} title={formatTime(of)} class="age">
      <span class="moment">{formatMoment(of)}</span> <span class="faint">{formatAge(of)}</span>
    </time>
  );
}
