import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { parseDocument } from 'yaml';

import { call } from '../../api/call.js';
import { useLoad, useSettled } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, navigate, query, toService, setQuery } from '../../app/location.js';
import { may } from '../../app/may.js';
import { Button } from '../../components/button.js';
import { Empty } from '../../components/empty.js';
import { Failure, Note } from '../../components/note.js';
import { SelectField, TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { asObject, getAt, toFieldText } from '../../components/schema.js';
import { Words } from '../../components/words.js';
import { editText, toValues, type Edit } from '../services/change-text.js';
import { DraftState, isOthers } from '../services/draft-state.js';
import { PublishButton } from '../services/publish-dialog.js';
import { ServicePage } from '../services/service-page.js';
import { openService, useEdited } from '../services/use-draft.js';
import { ConditionStep } from './conditions.js';
import { readInvokerEvents, FailureStep, WhenStep, WhereStep, type StepProps } from './steps.js';
import { WhatStep } from './what-step.js';

async function loadInvoker(service: string, signal: AbortSignal) {
  const [opened, schema, kinds] = await Promise.all([
    openService(service, signal),
    call('GET /schemas/{file}', { path: { file: 'definition.json' }, signal }),
    call('GET /invoker-types', { signal }),
  ]);
  return { opened, schema, kinds };
}

/** An invoker in five steps, which change the draft of its service; with `?new`, it is made first. */
export function InvokerScreen({ parts }: { readonly parts: Readonly<Record<string, string>> }) {
  const { name: service = '', invoker = '' } = parts;
  const loaded = useLoad((signal) => loadInvoker(service, signal), [service]);
  const values = useMemo(() => toValues(loaded.data?.opened.text ?? '')?.values, [loaded.data]);
  const isThere = getAt(values, ['Requester', 'Invoker', invoker]) !== undefined;
  const isNew = !isThere && values !== undefined && query.value.has('new');
  const version = loaded.data?.opened.service.details?.version?.id ?? 0;
  if (loaded.data !== undefined && (isThere || isNew)) {
    const given = { service, name: invoker, isNew, ...loaded.data, onPublished: loaded.reload };
    return <Steps key={`${invoker} ${version}`} {...given} />;
  }
  return (
    <ServicePage name={service} service={loaded.data?.opened.service} onChanged={loaded.reload}>
      <Loading of={loaded}>
        {() => (
          <Empty icon="out" title={t('The definition has no invoker {name}, or cannot be read.', { name: invoker })} />
        )}
      </Loading>
    </ServicePage>
  );
}

/** An invoker that nothing calls yet, with all that its service needs to send. */
function withInvoker(text: string, name: string): string {
  const transport = ['Requester', 'Transport'];
  const type = getAt(parseDocument(text).toJS(), [...transport, 'Type']);
  const target: Edit = [[...transport, 'Config', 'InvokerControllerMapping', name], { Controller: '/' }];
  const first = { Type: 'HTTP::REST', Config: { Host: '', DefaultCommand: 'POST', Timeout: '10' } };
  return editText(text, [
    ...(type === undefined ? [[transport, first] as const] : []),
    ...(type === 'HTTP::SOAP' ? [] : [target]),
    [['Requester', 'Invoker', name], { Type: 'Generic::PassThrough' }],
  ]);
}

interface StepsProps extends Awaited<ReturnType<typeof loadInvoker>> {
  readonly service: string;
  readonly name: string;
  readonly isNew: boolean;
  readonly onPublished: () => void;
}

function Steps({ service, name, isNew, opened, schema, kinds, onPublished }: StepsProps) {
  const edited = useEdited(service, opened, () => (isNew ? withInvoker(opened.text, name) : opened.text));
  const { text, keeping, isChanged } = edited;
  useLayoutEffect(() => {
    if (isNew) keeping.change(text);
  }, []);
  const [data, setData] = useState<string>();
  const values = useMemo(() => toValues(text)?.values, [text]);
  const change = (...edits: readonly Edit[]) => edited.change(editText(text, edits));
  const events = readInvokerEvents(values, name).map(({ Event }) => toFieldText(Event));
  const event = events.find((each) => each === query.value.get('event')) ?? events[0];
  const ticket = query.value.get('ticket') ?? undefined;
  const body = { invoker: name, definition: text, event, ticket, data: asObject(data ?? '') };
  const settled = useSettled(JSON.stringify(body), JSON.stringify(body));
  // What would happen, a moment after the last key.
  const rehearsal = useLoad(
    async (signal) =>
      may('publish') ? call('POST /services/{name}/rehearse', { path: { name: service }, body, signal }) : undefined,
    [settled],
  );
  const step = { name, values, schema, change, rehearsal: rehearsal.data };
  return (
    <ServicePage
      name={service}
      service={opened.service}
      onChanged={onPublished}
      actions={
        <>
          <DraftState keeping={keeping} isChanged={isChanged} />
          <Button href={BASE + toService(service)} text={t('As text')} />
          <PublishButton edited={edited} onConflict={() => navigate(toService(service))} onPublished={onPublished} />
        </>
      }
    >
      {(keeping.state === 'conflict' || isOthers(keeping)) && (
        <Note tone="warn">
          {t('This is the draft of somebody else, or they have changed it. See it as text first.')}
        </Note>
      )}
      <fieldset class="stack" disabled={!may('publish')}>
        <Trial name={name} rehearsal={rehearsal.data} events={events} event={event} />
        {rehearsal.problem !== undefined && <Failure problem={rehearsal.problem} onRetry={rehearsal.reload} />}
        <WhereStep {...step} />
        <WhenStep {...step} known={kinds.events} />
        <ConditionStep {...step} />
        <WhatStep
          {...step}
          service={service}
          types={kinds.types}
          obstacle={isChanged ? t('The published version is called: publish first.') : undefined}
          data={data}
          onData={setData}
        />
        <FailureStep {...step} />
      </fieldset>
    </ServicePage>
  );
}

interface TrialProps extends Pick<StepProps, 'name' | 'rehearsal'> {
  readonly events: readonly string[];
  readonly event: string | undefined;
}

/** The ticket and the event that the steps are tried on, which are in the address. */
function Trial({ name, rehearsal, events, event = '' }: TrialProps) {
  const found = rehearsal?.ticket;
  return (
    <div class="toolbar choices-bar">
      <h2 class="grow">
        <Words of={name} />
      </h2>
      <TextField
        label={t('Tried on ticket number')}
        hint={found?.title ?? (rehearsal && t('There is no such ticket.'))}
        value={query.value.get('ticket') ?? ''}
        onChange={(next) => setQuery({ ticket: next.trim() })}
        more={{ placeholder: found?.number ?? t('The newest one') }}
      />
      {events.length > 1 && (
        <SelectField label={t('Event')} value={event} choices={events} onChange={(next) => setQuery({ event: next })} />
      )}
    </div>
  );
}
