import { formatAge, formatTime } from '../app/language.js';

/** How long ago, and when exactly for those who point at it. */
export function Age({ of }: { readonly of: string }) {
  return (
    <time dateTime={of} title={formatTime(of)} class="nowrap">
      {formatAge(of)}
    </time>
  );
}
