import { useEffect, useRef, useState } from 'preact/hooks';

import type { PostServicesNameReplayAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { count, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { CheckField } from '../../components/field.js';
import { ServerText } from '../../components/words.js';

type Played = PostServicesNameReplayAnswer['requests'][number];

/** Plays the recorded requests of the last week against a definition, a part at a time, so that the progress is shown. */
export function RecordedCheck({ name, definition }: { readonly name: string; readonly definition: string }) {
  const [writes, setWrites] = useState(false);
  const [played, setPlayed] = useState<readonly Played[]>();
  const [left, setLeft] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const run = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setPlayed([]);
    let requests: readonly string[] | undefined;
    do {
      const body = { definition, writes, requests };
      const answer = await call('POST /services/{name}/replay', { path: { name }, body });
      setPlayed((before = []) => [...before, ...answer.requests]);
      requests = answer.left;
      setLeft(answer.left.length);
    } while (requests.length > 0 && !signal.aborted);
  };
  return (
    <section class="stack tight" aria-label={t('Recorded requests')}>
      <h3>{t('Recorded requests')}</h3>
      <p class="quiet">
        {t(
          'Up to 200 requests of the last 7 days are sent to the published version and to this one, as their senders. What they do is undone. The audit log has that you did it.',
        )}
      </p>
      <CheckField label={t('Also those that write')} checked={writes} onChange={setWrites} />
      <div class="row">
        <Button icon="play" onClick={run} text={t('Play them')} />
        {left > 0 && <Button onClick={() => stop.current.abort()} text={t('Stop')} />}
      </div>
      {played !== undefined && <Outcome played={played} left={left} />}
    </section>
  );
}

function Outcome({ played, left }: { readonly played: readonly Played[]; readonly left: number }) {
  const of = (kind: Played['kind']) => played.filter((each) => each.kind === kind);
  const [same, different, skipped] = [of('same').length, of('different'), of('skipped')];
  const compared = same + different.length;
  const reasons = Map.groupBy(skipped, ({ findings }) => findings[0] ?? '');
  return (
    <div class="stack tight" role="status">
      <Note tone={different.length > 0 ? 'warn' : same > 0 ? 'good' : 'plain'}>
        {compared > 0
          ? t('{same} of {compared} answer alike.', { same, compared })
          : played.length > 0
            ? t('None of {number} could be compared.', { number: played.length })
            : t('No request of the last 7 days is recorded.')}
        {left > 0 && ` ${count(left, '{number} is left.', '{number} are left.')}`}
      </Note>
      {different.length > 0 && (
        <ul class="lines" aria-label={t('Answered otherwise')}>
          {groupPlayed(different).map(([{ communicationID, operation, findingMessages: findings }, number]) => (
            <li key={communicationID} class="row top">
              <div class="grow">
                <a href={`${BASE}/log/${communicationID}`} target="_blank" rel="noreferrer">
                  {operation ?? t('Request')}
                </a>
                {findings.slice(0, MOST).map((finding) => (
                  <div key={finding.message} class="break">
                    <ServerText of={finding} />
                  </div>
                ))}
                {findings.length > MOST && (
                  <div class="faint">{t('and {number} more', { number: findings.length - MOST })}</div>
                )}
              </div>
              <span class="faint nowrap">{count(number, '{number} request', '{number} requests')}</span>
            </li>
          ))}
        </ul>
      )}
      {[...reasons].map(([reason, alike]) => (
        <p key={reason} class="quiet break">
          {t('{number} not compared:', { number: alike.length })}{' '}
          <ServerText of={alike[0]?.findingMessages[0] ?? reason} />
        </p>
      ))}
    </div>
  );
}

/** The first request of each group that is answered differently in the same way, and the number of the group. */
function groupPlayed(different: readonly Played[]): readonly (readonly [Played, number])[] {
  const groups = Map.groupBy(different, ({ operation, findings }) => JSON.stringify([operation, findings]));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, others.length + 1]],
  );
}

/** Findings that are shown of a request. */
const MOST = 3;
