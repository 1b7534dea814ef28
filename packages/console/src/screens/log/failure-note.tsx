import type { FailedCaller, GetDebugLogIdAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { errorText, joinedText, t } from '../../app/language.js';
import { BASE, toService } from '../../app/location.js';
import { Note } from '../../components/note.js';
import { Facts } from '../../components/facts.js';
import { Age } from '../../components/time.js';
import { versionName } from '../services/version-name.js';
import { findRemedy } from './remedy.js';

/** Other callers that are named. */
const MOST_NAMED = 5;

interface FailureNoteProps {
  readonly request: GetDebugLogIdAnswer;
  /** Who sent it, and to what. */
  readonly words: string;
}

/** Why a request failed, what to do about it, how often that happened and to whom. */
export function FailureNote({ request, words }: FailureNoteProps) {
  const { failure, status, errorCode, times } = request;
  const more = t('{number} more failed like this within a minute.', { number: times });
  const reason = times > 1 ? more : reasonText(errorCode, failure?.reason ?? null);
  return (
    <>
      <Note tone="bad">
        <p>
          <strong>{t('Failed with {status}: {reason}; {words}', { status: String(status), reason, words })}</strong>
        </p>
        <p>{findRemedy(request)}</p>
      </Note>
      {failure?.callers != null && <Happened request={request} callers={failure.callers} />}
    </>
  );
}

/** In the language of the page, as far as it has a text for the sentence or its code. */
export function reasonText(errorCode: string | null, reason: string | null): string {
  const said = joinedText(reason ?? '');
  const ofCode = errorCode === null ? undefined : errorText(errorCode, {});
  const [line = ''] = ((said === reason ? ofCode : said) ?? reason ?? errorCode ?? '').split('\n');
  return line === '' ? t('no reason is recorded') : line;
}

interface HappenedProps {
  readonly request: GetDebugLogIdAnswer;
  readonly callers: readonly FailedCaller[];
}

function Happened({ request, callers }: HappenedProps) {
  const { service, type, caller, apiKey, operation, errorCode, status } = request;
  const kind = { operation: operation ?? '', errorCode: errorCode ?? '', status: String(status), type };
  const all = toService(service, 'log', { ...kind, failed: 'true', rows: '1', period: 'all' });
  const isOwn = (each: FailedCaller) => each.caller === caller && each.apiKey === apiKey;
  const others = callers.filter((each) => !isOwn(each));
  const moments = callers.flatMap(({ first, last }) => [first, last]).toSorted();
  const [first = ''] = moments;
  const version = useLoad((signal) => versionAt(service, first, signal), [service, first]).data;
  const named = others.slice(0, MOST_NAMED).map(nameCaller);
  const more = others.length > MOST_NAMED ? [t('and {number} more', { number: others.length - MOST_NAMED })] : [];
  const facts: Parameters<typeof Facts>[0]['facts'] = [
    [
      t('How often'),
      callers
        .filter(isOwn)
        .map(type === 'Provider' ? nameCaller : formatTimes)
        .join(', '),
    ],
    [t('Who else'), [...named, ...more].join(', ') || t('Nobody else')],
    [
      t('First'),
      <>
        <Age of={first} />
        {version != null && ` ${t('version {name}', { name: versionName(version) })}`}
      </>,
    ],
    [t('Last'), <Age key="last" of={moments.at(-1) ?? null} />],
  ];
  return (
    <section class="card stack tight" aria-label={t('How often')}>
      <Facts facts={type === 'Provider' ? facts : facts.filter((_fact, index) => index !== 1)} />
      <a href={BASE + all}>{t('All of this kind')}</a>
    </section>
  );
}

function formatTimes({ failures }: FailedCaller): string {
  return `${failures} ×`;
}

function nameCaller(each: FailedCaller): string {
  const key = each.apiKey === null ? '' : ` (${each.apiKey})`;
  return `${formatTimes(each)} ${each.caller ?? t('nobody known')}${key}`;
}

/** The version that served then; null if the newest hundred are all later, or the service is gone. */
export async function versionAt(name: string, moment: string, signal: AbortSignal) {
  const query = { limit: 100 };
  const { items } = await call('GET /services/{name}/versions', { path: { name }, query, signal });
  return items.find(({ time }) => time <= moment) ?? null;
}
