import { useState } from 'preact/hooks';

import type { InvokerResult, ServiceInvoker } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Empty, Note } from '../../components/empty.js';
import { AreaField, TextField } from '../../components/field.js';
import { objectIn } from '../mapping/object-in.js';
import { BASE } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Code } from '../../components/code.js';
import { SentRequest } from './sent-request.js';

interface InvokerCallProps {
  readonly service: string;
  readonly invoker: ServiceInvoker;
}

interface Called {
  readonly result: InvokerResult;
  readonly isDryRun: boolean;
}

/** One call by hand: what would be sent first, then the call itself. */
export function InvokerCall({ service, invoker: { name, events, examples } }: InvokerCallProps) {
  const [text, setText] = useState(() => JSON.stringify(examples[0]?.data ?? {}, undefined, 2));
  const [event, setEvent] = useState(events[0]?.event ?? '');
  const [called, setCalled] = useState<Called>();
  const data = objectIn(text);
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setCalled(undefined);
  };
  const run = async (isDryRun: boolean) => {
    const body = { invoker: name, data: data ?? {}, dryRun: isDryRun, ...(event === '' ? {} : { event }) };
    setCalled({ result: await call('POST /services/{name}/invoke', { path: { name: service }, body }), isDryRun });
  };
  return (
    <div class="columns side-by-side">
      <section class="card" aria-labelledby="call-by-hand">
        <h2 id="call-by-hand">{t('Call {name} by hand', { name })}</h2>
        <TextField
          label={t('As if by the event')}
          hint={t('Its name is part of the data.')}
          value={event}
          suggestions={events.map((each) => each.event)}
          onChange={change(setEvent)}
        />
        <AreaField
          label={t('Data of the event')}
          hint={t('What the event would bring, as JSON.')}
          error={data === undefined ? t('This is not a JSON object yet.') : undefined}
          value={text}
          rows={8}
          isCode
          onChange={change(setText)}
        />
        <div class="row">
          <Button
            kind={called === undefined ? 'primary' : 'plain'}
            disabled={data === undefined}
            onClick={() => run(true)}
          >
            {t('Show what it would send')}
          </Button>
          {called !== undefined && (
            <Button kind="danger" icon="play" disabled={data === undefined} onClick={() => run(false)}>
              {t('Send it')}
            </Button>
          )}
        </div>
        <p class="hint">
          {t('The published version is called. What is sent cannot be undone, and the audit log has it.')}
        </p>
      </section>
      <section class="stack answer" aria-label={t('What was sent')}>
        {called === undefined ? (
          <Empty icon="out" title={t('Nothing sent yet')}>
            {t('First see what would be sent, without its secrets. Then you can send it.')}
          </Empty>
        ) : (
          <CallResult {...called} service={service} invoker={name} />
        )}
      </section>
    </div>
  );
}

interface CallResultProps {
  readonly result: InvokerResult;
  readonly isDryRun: boolean;
  readonly service: string;
  readonly invoker: string;
}

/** The requests and answers of a call, and its result. */
function CallResult({ result: { Success, ErrorMessage, Data, requests }, isDryRun, ...place }: CallResultProps) {
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
