import type { PostTryAnswer, Stage, TriedAnswer } from '../../api/admin-api.js';
import { formatBytes, formatDuration, t } from '../../app/language.js';
import { Badge, toneOfStatus } from '../../components/badge.js';
import { Code, prettyText } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';
import { RecordedPoints } from '../../components/recorded-points.js';
import { Waterfall } from '../../components/waterfall.js';

interface AnswerViewProps {
  readonly tried: PostTryAnswer;
  /** Login of whoever sent it. */
  readonly sender: string;
}

/** What a client would get, and how it came about. */
export function AnswerView({ tried, sender }: AnswerViewProps) {
  const { refusal, answer, stages, trace, curl } = tried;
  return (
    <>
      {refusal !== null && <Note tone="bad">{refusal}</Note>}
      {answer !== null && <Answer tried={tried} answer={answer} />}
      {stages.length > 0 && (
        <section class="card">
          <h2>{t('Where the time went')}</h2>
          <Waterfall stages={stages.map(shownStage)} />
        </section>
      )}
      {trace.length > 0 && (
        <details class="card">
          <summary>{t('What was recorded')}</summary>
          <RecordedPoints points={trace} />
        </details>
      )}
      <section class="stack tight">
        <h2>{t('The same request by curl')}</h2>
        <Code text={curl} label="curl" />
        <p class="faint">
          {t('Here it was sent as {sender} and undone. A client adds its credentials, and what it does lasts.', {
            sender,
          })}
        </p>
      </section>
    </>
  );
}

function Answer({ tried, answer }: { readonly tried: PostTryAnswer; readonly answer: TriedAnswer }) {
  const { status, headers, body, bytes } = answer;
  return (
    <section class="stack tight">
      <p class="row" role="status">
        <Badge tone={toneOfStatus(status, tried.errorCode)}>{status}</Badge>
        {tried.errorCode !== null && <Badge tone="bad">{tried.errorCode}</Badge>}
        <span class="quiet">
          {formatDuration(tried.milliseconds)} · {formatBytes(bytes)}
        </span>
      </p>
      {body === null && <Note>{t('The body is not text, or too long to be shown.')}</Note>}
      {body !== null && body !== '' && <Code text={prettyText(body)} label={t('Body of the answer')} tall />}
      {body === '' && <p class="quiet">{t('The answer has no body.')}</p>}
      <details>
        <summary>{t('Headers of the answer')}</summary>
        <Facts facts={headers.map(({ name, value }) => [name, value])} />
      </details>
    </section>
  );
}

function shownStage({ stage, start, duration, isFailed }: Stage) {
  const name = {
    route: t('Find the route'),
    read: t('Read the request'),
    'inbound mapping': t('Inbound mapping'),
    operation: t('Operation'),
    'outbound mapping': t('Outbound mapping'),
    answer: t('Write the answer'),
  }[stage];
  return { name, start, duration, tone: isFailed ? ('bad' as const) : undefined };
}
