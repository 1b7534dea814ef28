import { useState } from 'preact/hooks';

import type { InvokerRequest, InvokerResult, InvokerType } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { formatDuration, serverText, t } from '../../app/language.js';
import { BASE, toService } from '../../app/location.js';
import { Badge, Status } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, prettyText } from '../../components/code.js';
import { Note } from '../../components/note.js';
import { Facts } from '../../components/facts.js';
import { AreaField, CheckField, SelectField } from '../../components/field.js';
import { asSchema, asObject, schemaAt, schemaFor, getAt, toFieldText } from '../../components/schema.js';
import { fieldAt, PartForm, Step, type StepProps } from './steps.js';

/** Keys of an invoker that other parts of the page, or other screens, change. */
const ELSEWHERE = ['Type', 'Description', 'Events', 'MappingOutbound', 'MappingInbound', 'IgnoreAnswer'];

interface WhatStepProps extends StepProps {
  readonly service: string;
  readonly types: readonly InvokerType[];
  /** Why this cannot be sent yet. */
  readonly obstacle: string | undefined;
  /** Data that somebody has written instead of what the event brings. */
  readonly data: string | undefined;
  readonly onData: (data: string | undefined) => void;
}

/** What the invoker makes of an event, and what would be sent for the ticket. */
export function WhatStep({ service, types, obstacle, data, onData, ...step }: WhatStepProps) {
  const { name, values, schema, change, rehearsal } = step;
  const base = ['Requester', 'Invoker', name];
  const invoker = asSchema(getAt(values, base));
  const type = fieldAt(step, [...base, 'Type']);
  const summary = types.find((each) => each.name === type.value)?.summary;
  const own = schemaFor(schemaAt(schema, values, base), invoker);
  const options = Object.keys(asSchema(own.properties)).filter((key) => !ELSEWHERE.includes(key));
  const mapping = toFieldText(getAt(invoker, ['MappingOutbound', 'Type']));
  const address = toService(service, 'mapping', { invoker: name, side: 'outbound', draft: '1' });
  return (
    <Step
      title={t('4. What')}
      outcome={rehearsal && <Sent service={service} name={name} rehearsal={rehearsal} obstacle={obstacle} />}
    >
      <SelectField
        label={t('Type')}
        hint={summary && serverText(summary)}
        {...type}
        choices={types.map((each) => each.name)}
      />
      {options.length > 0 && (
        <details key={type.value} open={options.some((key) => invoker[key] !== undefined)}>
          <summary>{t('Options of this type')}</summary>
          <PartForm step={step} path={base} without={ELSEWHERE} />
        </details>
      )}
      <p>
        {mapping === '' ? t('No mapping changes it.') : t('A mapping of type {type} changes it.', { type: mapping })}{' '}
        <a href={BASE + address}>{t('Mapping')}</a>
      </p>
      <CheckField
        label={t('What is answered does not matter')}
        checked={toFieldText(invoker.IgnoreAnswer) === '1'}
        onChange={(is) => change([[...base, 'IgnoreAnswer'], is ? '1' : undefined])}
      />
      <details onToggle={(event) => !event.currentTarget.open && onData(undefined)}>
        <summary>{t('Try it with other data')}</summary>
        <AreaField
          label={t('Data of the event')}
          error={data === undefined || asObject(data) ? undefined : t('This is not a JSON object yet.')}
          value={data ?? JSON.stringify(rehearsal?.data ?? {}, undefined, 2)}
          rows={8}
          isCode
          onChange={onData}
        />
      </details>
    </Step>
  );
}

interface SentProps extends Pick<WhatStepProps, 'service' | 'name' | 'obstacle'> {
  readonly rehearsal: NonNullable<StepProps['rehearsal']>;
}

/** What would be sent, and then what was. */
function Sent({ service, name, rehearsal, obstacle }: SentProps) {
  const [sent, setSent] = useState<{ readonly of: typeof rehearsal; readonly result: InvokerResult }>();
  const result = sent?.of === rehearsal ? sent.result : undefined;
  const { Success, ErrorMessage, Data, requests } = result ?? rehearsal.result;
  const refused = rehearsal.refused && serverText(rehearsal.refused.reason, rehearsal.refused.reasonMessage);
  const failure = ErrorMessage === '' ? result?.notSent : ErrorMessage;
  const send = async () => {
    const body = { invoker: name, data: rehearsal.data };
    setSent({ of: rehearsal, result: await call('POST /services/{name}/invoke', { path: { name: service }, body }) });
  };
  const isSent = result !== undefined && requests.some(({ status }) => status !== undefined);
  const reason = failure === undefined ? refused : serverText(failure);
  return (
    <>
      <p class="row" role="status">
        <Outcome isSent={isSent} isRight={isSent ? Success === 1 : reason === undefined} />
        {isSent && (
          <a href={BASE + toService(service, 'log', { type: 'Requester', operation: name })}>{t('Debug log')}</a>
        )}
      </p>
      {reason !== undefined && <Note tone="bad">{reason}</Note>}
      {requests.map((request, index) => (
        <ShownRequest key={index} request={request} />
      ))}
      {isSent && Data !== null && (
        <Code text={JSON.stringify(Data, undefined, 2)} label={t('What the invoker made of the answer')} />
      )}
      <div>
        <Button
          needs="everything"
          kind="danger"
          icon="play"
          disabled={obstacle !== undefined || reason !== undefined}
          onClick={send}
          text={t('Send it')}
        />
      </div>
      <p class="hint">{obstacle ?? t('What is sent cannot be undone, and the audit log has it.')}</p>
    </>
  );
}

function Outcome({ isSent, isRight }: { readonly isSent: boolean; readonly isRight: boolean }) {
  if (!isSent) return <Badge tone={isRight ? 'accent' : 'bad'}>{t('Not sent')}</Badge>;
  return isRight ? <Badge tone="good">{t('Sent')}</Badge> : <Badge tone="bad">{t('Failed')}</Badge>;
}

export function ShownRequest({ request }: { readonly request: InvokerRequest }) {
  const { method, url, headers, body, unsent = [], unsentMessages, status, answer = '', duration } = request;
  return (
    <section class="stack tight">
      <Code text={`${method} ${url}`} label={t('Address of the request')} />
      <details open={status === undefined}>
        <summary>{t('Headers of the request')}</summary>
        <Facts facts={Object.entries(headers)} />
      </details>
      {body === null && <p class="quiet">{t('The request has no body.')}</p>}
      {body !== null && <Code text={prettyText(body)} label={t('Body of the request')} tall />}
      {unsent.map((sentence, index) => (
        <p key={sentence}>{serverText(sentence, unsentMessages?.[index])}</p>
      ))}
      {status !== undefined && (
        <p class="row">
          <Status of={status} />
          {duration !== undefined && <span class="quiet">{formatDuration(duration)}</span>}
        </p>
      )}
      {answer !== '' && <Code text={prettyText(answer)} label={t('Body of the answer')} tall />}
    </section>
  );
}
