import type { RequestStep, Routes } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, formatTime, t } from '../../app/language.js';
import { BASE, withQuery } from '../../app/location.js';
import { RequestBars } from '../../components/request-bars.js';
import type { Search } from './log-filter.js';

/** How many of the requests that are looked for came when. */
export function LogHistogram({ search, isNarrowed }: { readonly search: Search; readonly isNarrowed: boolean }) {
  // Their order makes no difference here, and is not a parameter.
  const query = { ...search, order: undefined };
  const counts = useLoad((signal) => fetchCounts(query, signal), [JSON.stringify(query)]);
  if (counts.data === undefined || counts.data.total === 0) return null;
  const { from, to, seconds, items, total, isExact, isCutShort } = counts.data;
  const sum = isExact
    ? count(total, '{number} request', '{number} requests')
    : t('More than {number} requests', { number: total });
  // Only the sum is known where counting by steps took too long.
  if (isCutShort) return <p class="faint">{sum}</p>;
  const most = Math.max(...items.map(({ requests }) => requests));
  return (
    <figure class="histogram">
      <div class="bars">
        <RequestBars steps={items} height={48} />
        {seconds >= 1 && <StepLinks steps={items} end={to} />}
      </div>
      <figcaption class="row faint">
        <span>{formatTime(from)}</span>
        <span class="grow histogram-sum">
          {sum} · {t('at most {number} in a bar', { number: most })}
          {isNarrowed && [' · ', <a href={`${BASE}${withQuery(toPeriod())}`}>{t('Clear the period')}</a>]}
        </span>
        <span>{formatTime(to)}</span>
      </figcaption>
    </figure>
  );
}

/** Without a beginning, from the first request that is recorded. */
async function fetchCounts(query: Routes['GET /debug-log/counts']['query'], signal: AbortSignal) {
  const first =
    query.from === undefined
      ? (await call('GET /debug-log', { query: { order: 'oldest', limit: 1 }, signal })).items[0]?.created
      : undefined;
  return call('GET /debug-log/counts', { query: { ...query, from: query.from ?? first }, signal });
}

/** A link for each bar, to the requests of its time: one stop of the Tab key, and arrow keys between them. */
function StepLinks({ steps, end }: { readonly steps: readonly RequestStep[]; readonly end: string }) {
  const latest = steps.findLastIndex(({ requests }) => requests > 0);
  return (
    <div class="step-links" role="toolbar" aria-label={t('Narrow the period')} onKeyDown={moveStep}>
      {steps.map(({ begin, requests, failed }, index) => {
        const name = `${formatTime(begin)}: ${t('{requests} requests, {failed} failed', { requests, failed })}`;
        const link = {
          href: `${BASE}${withQuery(toPeriod(begin, steps[index + 1]?.begin ?? end))}`,
          title: name,
          'aria-label': name,
        };
        // One that becomes empty stays, with the focus that it may have.
        return <a key={index} tabIndex={index === latest ? 0 : -1} {...(requests > 0 && link)} />;
      })}
    </div>
  );
}

/** Parameters of the address. The end belongs to the next step. */
function toPeriod(from?: string, end?: string) {
  const to = end === undefined ? undefined : new Date(Date.parse(end) - 1).toISOString();
  return { from, to, before: undefined, after: undefined };
}

function moveStep({ key, target }: KeyboardEvent): void {
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (step === 0 || !(target instanceof HTMLElement)) return;
  const links = [...(target.parentElement?.querySelectorAll('a') ?? [])].filter(
    (each) => each === target || each.href !== '',
  );
  links[links.findIndex((each) => each === target) + step]?.focus();
}
