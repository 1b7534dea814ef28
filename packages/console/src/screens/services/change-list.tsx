import { useState } from 'preact/hooks';

import type { Change, PostServicesNameImpactAnswer } from '../../api/admin-api.js';
import { count, t } from '../../app/language.js';
import { Badge, type Tone } from '../../components/badge.js';
import { CheckField } from '../../components/field.js';
import { ServerText } from '../../components/words.js';
import { wordCounted } from './counted-words.js';

const TONES: Readonly<Record<Change['kind'], Tone>> = { added: 'good', changed: 'accent', removed: 'bad' };

type ChangeListProps = Pick<PostServicesNameImpactAnswer, 'changes' | 'countedSince'>;

/** What a definition does differently, in words, breaking changes first; a switch shows keys and values. */
export function ChangeList({ changes, countedSince = '' }: ChangeListProps) {
  const [withKeys, setWithKeys] = useState(false);
  if (changes.length === 0) return <p class="quiet">{t('It does the same as before.')}</p>;
  const alike = Map.groupBy(changes, ({ words, sentence }) => words ?? sentence);
  const groups = [...alike].toSorted(([, one], [, other]) => Number(breaks(other)) - Number(breaks(one)));
  return (
    <>
      <ul class="lines" aria-label={t('What changes')}>
        {groups.map(([words, all]) => (
          <li key={words} class="row top">
            <Mark changes={all} />
            <div class="grow break">
              <ServerText of={{ ...all[0], message: words }} />
              {withKeys &&
                all.map(({ sentence }) => (
                  <div key={sentence} class="mono faint">
                    {sentence}
                  </div>
                ))}
              <Affected changes={all} since={countedSince} />
            </div>
          </li>
        ))}
      </ul>
      {changes.some(({ words }) => words !== undefined) && (
        <CheckField label={t('Show keys and values')} checked={withKeys} onChange={setWithKeys} />
      )}
    </>
  );
}

function breaks(changes: readonly Change[]): boolean {
  return changes.some((change) => change.breaks);
}

function Mark({ changes }: { readonly changes: readonly Change[] }) {
  if (breaks(changes)) return <Badge tone="bad">{t('May break')}</Badge>;
  const words = { added: t('New'), changed: t('Changed'), removed: t('Gone') };
  const [kind = 'changed', ...others] = new Set(changes.map((change) => change.kind));
  const shown = others.length === 0 ? kind : 'changed';
  return <Badge tone={TONES[shown]}>{words[shown]}</Badge>;
}

function Affected({ changes, since }: { readonly changes: readonly Change[]; readonly since: string }) {
  const most = (name: 'calls' | 'callers') => {
    const numbers = changes.flatMap((change) => change[name] ?? []);
    return numbers.length === 0 ? undefined : Math.max(...numbers);
  };
  const [calls, callers] = [most('calls'), most('callers')];
  const parts = [
    ...(callers === undefined ? [] : [count(callers, '{number} caller', '{number} callers')]),
    ...(calls === undefined ? [] : [count(calls, '{number} call', '{number} calls')]),
  ];
  return parts.length === 0 ? null : <div class="faint">{wordCounted(parts.join(', '), since)}</div>;
}
