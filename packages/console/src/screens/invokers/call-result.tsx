import type { InvokerResult } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Code } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { SentRequest } from './sent-request.js';

interface CallResultProps {
  readonly result: InvokerResult;
  readonly isDryRun: boolean;
  readonly service: string;
  readonly invoker: string;
}

/** The requests and answers of a call, and its result. */
export function CallResult({ result: { Success, ErrorMessage, Data, requests }, isDryRun, ...place }: CallResultProps) {
  const refused = requests.find((request) => request.refused !== undefined)?.refused;
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
      {refused !== undefined && isDryRun && (
        <Note tone="warn">{t('It may not be sent: {reason}', { reason: refused })}</Note>
      )}
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
