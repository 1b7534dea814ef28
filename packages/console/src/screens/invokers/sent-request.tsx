import type { InvokerRequest } from '../../api/admin-api.js';
import { formatDuration, t } from '../../app/language.js';
import { Badge, toneOfStatus } from '../../components/badge.js';
import { Code, prettyText } from '../../components/code.js';
import { Facts } from '../../components/facts.js';

/** A request of an invoker, without its secrets, and what was answered. */
export function SentRequest({ request }: { readonly request: InvokerRequest }) {
  const { method, url, headers, body, unsent = [], status, answer, duration } = request;
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
      {unsent.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
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
