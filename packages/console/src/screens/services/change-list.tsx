import type { Change } from '../../api/admin-api.js';
import { count, t } from '../../app/language.js';
import { Badge, type Tone } from '../../components/badge.js';

const TONES: Readonly<Record<Change['kind'], Tone>> = { added: 'good', changed: 'accent', removed: 'bad' };

/** What a definition does differently, in sentences. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p class="quiet">{t('It does the same as before.')}</p>;
  const words = { added: t('New'), changed: t('Changed'), removed: t('Gone') };
  return (
    <ul class="lines" aria-label={t('What changes')}>
      {changes.map((change, index) => (
        <li key={index} class="row top">
          <Badge tone={TONES[change.kind]}>{words[change.kind]}</Badge>
          <span class="grow break">{change.sentence}</span>
          {change.calls !== undefined && (
            <span class="faint nowrap">
              {count(change.calls, '{number} call in 7 days', '{number} calls in 7 days')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
