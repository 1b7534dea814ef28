import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, formatTime, t } from '../../app/language.js';
import { RequestBars } from '../../components/request-bars.js';
import { searchOf } from './log-filter.js';

/** How many of the requests that are looked for came when. */
export function LogHistogram({ parameters }: { readonly parameters: URLSearchParams }) {
  // Their order makes no difference here, and is no parameter.
  const query = { ...searchOf(parameters), order: undefined };
  const counts = useLoad((signal) => call('GET /debug-log/counts', { query, signal }), [JSON.stringify(query)]);
  if (counts.data === undefined || counts.data.total === 0) return null;
  const { from, to, items, total, isExact, isCutShort } = counts.data;
  const sum = isExact
    ? count(total, '{number} request', '{number} requests')
    : t('More than {number} requests', { number: total });
  // Only the sum is known where counting by steps took too long.
  if (isCutShort) return <p class="faint">{sum}</p>;
  const most = Math.max(...items.map(({ requests }) => requests));
  return (
    <figure class="histogram">
      <RequestBars steps={items} height={48} />
      <figcaption class="row faint">
        <span>{formatTime(from)}</span>
        <span class="grow histogram-sum">
          {sum} · {t('at most {number} in a bar', { number: most })}
        </span>
        <span>{formatTime(to)}</span>
      </figcaption>
    </figure>
  );
}
