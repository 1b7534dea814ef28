import { useState } from 'preact/hooks';

import type { InvokerResult, InvokerType } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { serverText, t } from '../../app/language.js';
import { BASE, servicePath } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Note } from '../../components/empty.js';
import { AreaField, CheckField, SelectField } from '../../components/field.js';
import { SchemaForm } from '../../components/schema-form.js';
import { asSchema, schemaAt, schemaFor, valueAt, wordOf } from '../../components/schema.js';
import { objectIn } from '../mapping/object-in.js';
import { SentRequest } from './sent-request.js';
import { Step, type StepProps } from './step.js';

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
  const { name, requester, schema, change, rehearsal } = step;
  const base = ['Requester', 'Invoker', name];
  const value = (key: string) => valueAt(requester, ['Invoker', name, key]);
  const type = wordOf(value('Type'));
  const summary = types.find((each) => each.name === type)?.summary;
  const names = types.some((each) => each.name === type) ? types : [{ name: type }, ...types];
  const own = schemaFor(
    schemaAt(schema, { Requester: requester }, base),
    asSchema(valueAt(requester, ['Invoker', name])),
  );
  const options = Object.keys(asSchema(own.properties)).filter((key) => !ELSEWHERE.includes(key));
  const address = servicePath(service, 'mapping', { invoker: name, side: 'outbound', draft: '1' });
  const mapping = wordOf(valueAt(value('MappingOutbound'), ['Type']));
  return (
    <Step
      title={t('4. What')}
      outcome={rehearsal && <Sent service={service} name={name} rehearsal={rehearsal} obstacle={obstacle} />}
    >
      <SelectField
        label={t('Type')}
        hint={summary === undefined ? undefined : serverText(summary)}
        value={type}
        choices={names.map((each) => ({ value: each.name, text: each.name }))}
        onChange={(next) => change([[...base, 'Type'], next])}
      />
      {options.length > 0 && (
        <details key={type} open={options.some((key) => value(key) !== undefined)}>
          <summary>{t('Options of this type')}</summary>
          <SchemaForm
            schema={own}
            value={valueAt(requester, ['Invoker', name])}
            onChange={(path, next) => change([[...base, ...path], next])}
            without={ELSEWHERE}
          />
        </details>
      )}
      <p>
        {mapping === '' ? t('No mapping changes it.') : t('A mapping of type {type} changes it.', { type: mapping })}{' '}
        <a href={BASE + address}>{t('Mapping')}</a>
      </p>
      <CheckField
        label={t('What is answered does not matter')}
        checked={wordOf(value('IgnoreAnswer')) === '1'}
        onChange={(is) => change([[...base, 'IgnoreAnswer'], is ? '1' : undefined])}
      />
      <details onToggle={(event) => !event.currentTarget.open && onData(undefined)}>
        <summary>{t('Try it with other data')}</summary>
        <AreaField
          label={t('Data of the event')}
          error={data === undefined || objectIn(data) !== undefined ? undefined : t('This is not a JSON object yet.')}
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
  const refused = rehearsal.refused?.reason ?? requests.find((each) => each.refused !== undefined)?.refused;
  const send = async () => {
    const body = { invoker: name, data: rehearsal.data };
    setSent({ of: rehearsal, result: await call('POST /services/{name}/invoke', { path: { name: service }, body }) });
  };
  const isSent = result !== undefined && requests.some(({ status }) => status !== undefined);
  const reason = ErrorMessage === '' ? refused : ErrorMessage;
  return (
    <>
      <p class="row" role="status">
        <Outcome isSent={isSent} isRight={isSent ? Success === 1 : reason === undefined} />
        {isSent && (
          <a href={`${BASE}/log?${new URLSearchParams({ service, type: 'Requester', operation: name }).toString()}`}>
            {t('Debug log')}
          </a>
        )}
      </p>
      {reason !== undefined && <Note tone="bad">{serverText(reason)}</Note>}
      {requests.map((request, index) => (
        <SentRequest key={index} request={request} />
      ))}
      {isSent && Data !== null && (
        <Code text={JSON.stringify(Data, undefined, 2)} label={t('What the invoker made of the answer')} />
      )}
      <div>
        <Button kind="danger" icon="play" disabled={obstacle !== undefined || reason !== undefined} onClick={send}>
          {t('Send it')}
        </Button>
      </div>
      <p class="hint">{obstacle ?? t('What is sent cannot be undone, and the audit log has it.')}</p>
    </>
  );
}

function Outcome({ isSent, isRight }: { readonly isSent: boolean; readonly isRight: boolean }) {
  if (!isSent) return <Badge tone={isRight ? 'accent' : 'bad'}>{t('Not sent')}</Badge>;
  return isRight ? <Badge tone="good">{t('Sent')}</Badge> : <Badge tone="bad">{t('Failed')}</Badge>;
}
