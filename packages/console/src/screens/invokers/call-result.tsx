import type { InvokerRequest, InvokerResult } from '../../api/admin-api.js';
import { formatDuration, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Badge, toneOfStatus } from '../../components/badge.js';
import { Code, prettyText } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';

interface CallResultProps {
  readonly result: InvokerResult;
  readonly isDryRun: boolean;
  readonly service: string;
  readonly invoker: string;
}

/** What was sent and answered, and what the invoker made of it. */
export function CallResult({ result: { Success, ErrorMessage, Data, requests }, isDryRun, ...place }: CallResultProps) {
  return (
    <>
      <p class="row" role="status">
        <Outcome isSuccess={Success === 1} isDryRun={isDryRun} />
        {!isDryRun && (
          <a
            href={`${BASE}/log?${new URLSearchParams({ service: place.service, type: 'Requester', operation: place.invoker }).toString()}`}
          >
            {t('Debug log')}
          </a>
        )}
      </p>
      {ErrorMessage !== '' && <Note tone="bad">{ErrorMessage}</Note>}
      {requests.map((request, index) => (
        <SentRequest key={index} request={request} />
      ))}
      {Data !== null && !isDryRun && (
        <section class="stack tight">
          <h2>{t('What the invoker made of the answer')}</h2>
          <Code text={JSON.stringify(Data, undefined, 2)} label={t('What the invoker made of the answer')} />
        </section>
      )}
    </>
  );
}

function Outcome({ isSuccess, isDryRun }: { readonly isSuccess: boolean; readonly isDryRun: boolean }) {
  if (!isSuccess) return <Badge tone="bad">{t('Failed')}</Badge>;
  return isDryRun ? <Badge tone="accent">{t('Not sent')}</Badge> : <Badge tone="good">{t('Sent')}</Badge>;
}

function SentRequest({ request }: { readonly request: InvokerRequest }) {
  const { method, url, headers, body, status, answer, duration } = request;
  return (
    <section class="stack tight">
      <Code text={`${method} ${url}`} label={t('Address of the request')} />
      <details open={status === undefined}>
        <summary>{t('Headers of the request')}</summary>
        <Facts facts={Object.entries(headers)} />
      </details>
      {body === null ? (
        <p class="quiet">{t('The request has no body.')}</p>
      ) : (
        <Code text={prettyText(body)} label={t('Body of the request')} tall />
      )}
      {status !== undefined && (
        <p class="row">
          <Badge tone={toneOfStatus(status)}>{status}</Badge>
          {duration !== undefined && <span class="quiet">{formatDuration(duration)}</span>}
        </p>
      )}
      {answer !== undefined && answer !== '' && <Code text={prettyText(answer)} label={t('Body of the answer')} tall />}
    </section>
  );
}
