import { useEffect, useMemo, useState } from 'preact/hooks';

import type { GetInvokerTypesAnswer, PostServicesNameRehearseBody } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { BASE, navigate, query, servicePath, setQuery } from '../../app/location.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { Button } from '../../components/button.js';
import { Empty, Failure, Note } from '../../components/empty.js';
import { TextField, SelectField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { asSchema, valueAt, wordOf } from '../../components/schema.js';
import { Words } from '../../components/words.js';
import { objectIn } from '../mapping/object-in.js';
import { useSettled } from '../mapping/use-settled.js';
import { editText, type Edit } from '../services/change-text.js';
import { readDefinition } from '../services/definition-reader.js';
import { DraftState, isOthers } from '../services/draft-state.js';
import { PublishDialog } from '../services/publish-dialog.js';
import { ServicePage } from '../services/service-page.js';
import { openService, useDraft, type Opened } from '../services/use-draft.js';
import { ConditionStep } from './condition-step.js';
import { FailureStep } from './failure-step.js';
import { withInvoker } from './invoker-text.js';
import type { StepProps } from './step.js';
import { WhatStep } from './what-step.js';
import { eventsOf, WhenStep } from './when-step.js';
import { WhereStep } from './where-step.js';

interface Loaded {
  readonly opened: Opened;
  readonly schema: unknown;
  readonly kinds: GetInvokerTypesAnswer;
}

async function load(service: string, signal: AbortSignal): Promise<Loaded> {
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
  const loaded = useLoad((signal) => load(service, signal), [service]);
  const { data } = loaded;
  if (data === undefined)
    return (
      <ServicePage name={service} service={undefined} onChanged={loaded.reload}>
        <Loading of={loaded}>{() => null}</Loading>
      </ServicePage>
    );
  const values = readDefinition(data.opened.text)?.values;
  const isThere = valueAt(values, ['Requester', 'Invoker', invoker]) !== undefined;
  const isNew = !isThere && values !== undefined && query.value.has('new');
  const key = `${invoker} ${data.opened.service.details?.version?.id ?? 0}`;
  if (isThere || isNew) {
    return <Steps key={key} service={service} name={invoker} isNew={isNew} {...data} onPublished={loaded.reload} />;
  }
  return (
    <ServicePage name={service} service={data.opened.service} onChanged={loaded.reload}>
      <Empty icon="out" title={t('The definition has no invoker {name}, or cannot be read.', { name: invoker })} />
    </ServicePage>
  );
}

/** What would happen, a moment after the last key. */
function useRehearsal(name: string, body: PostServicesNameRehearseBody) {
  const wanted = JSON.stringify(body);
  const settled = useSettled(wanted, wanted);
  return useLoad((signal) => call('POST /services/{name}/rehearse', { path: { name }, body, signal }), [settled]);
}

interface StepsProps extends Loaded {
  readonly service: string;
  readonly name: string;
  readonly isNew: boolean;
  readonly onPublished: () => void;
}

function Steps({ service, name, isNew, opened, schema, kinds, onPublished }: StepsProps) {
  const keeping = useDraft(service, opened);
  const [text, setText] = useState(() => (isNew ? withInvoker(opened.text, name) : opened.text));
  useEffect(() => {
    if (isNew) keeping.change(text);
  }, []);
  const [isPublishing, setPublishing] = useState(false);
  const [data, setData] = useState<string>();
  const requester = useMemo(() => asSchema(valueAt(readDefinition(text)?.values, ['Requester'])), [text]);
  const isChanged = text !== opened.service.definition;
  const publish = () => setPublishing(true);
  useShortcuts(useMemo(() => [{ keys: 'Ctrl+Enter', text: t('Publish'), run: publish }], [language.value]));
  const change = (...edits: readonly Edit[]) => {
    const next = editText(text, edits);
    setText(next);
    keeping.change(next);
  };
  const events = eventsOf({ name, requester }).map((each) => wordOf(asSchema(each).Event));
  const event = events.find((each) => each === query.value.get('event')) ?? events[0];
  const ticket = query.value.get('ticket') ?? '';
  const given = { definition: text, event, ticket: ticket || undefined, data: objectIn(data ?? '') };
  const rehearsal = useRehearsal(service, { invoker: name, ...given });
  const step = { name, requester, schema, change, rehearsal: rehearsal.data };
  return (
    <ServicePage
      name={service}
      service={opened.service}
      onChanged={onPublished}
      actions={
        <>
          <DraftState keeping={keeping} isChanged={isChanged} />
          <Button href={BASE + servicePath(service)}>{t('As text')}</Button>
          <Button kind="primary" disabled={!isChanged} onClick={publish}>
            {t('Publish …')}
          </Button>
        </>
      }
    >
      {(keeping.state === 'conflict' || isOthers(keeping)) && (
        <Note tone="warn">
          {t('This is the draft of somebody else, or they have changed it. See it as text first.')}
        </Note>
      )}
      <Trial name={name} rehearsal={rehearsal.data} events={events} event={event} ticket={ticket} />
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
      {isPublishing && (
        <PublishDialog
          name={service}
          text={text}
          base={keeping.base}
          onClose={() => setPublishing(false)}
          onConflict={() => navigate(servicePath(service))}
          onPublished={() => {
            keeping.forget();
            setPublishing(false);
            onPublished();
          }}
        />
      )}
    </ServicePage>
  );
}

interface TrialProps extends Pick<StepProps, 'name' | 'rehearsal'> {
  readonly events: readonly string[];
  readonly event: string | undefined;
  readonly ticket: string;
}

/** The ticket and the event that the steps are tried on, which are in the address. */
function Trial({ name, rehearsal, events, event, ticket }: TrialProps) {
  const found = rehearsal?.ticket;
  return (
    <div class="toolbar choices-bar">
      <h2 class="grow">
        <Words of={name} />
      </h2>
      <TextField
        label={t('Tried on ticket number')}
        hint={found?.title ?? (rehearsal && t('There is no such ticket.'))}
        value={ticket}
        onChange={(next) => setQuery({ ticket: next.trim() })}
        more={{ placeholder: found?.number ?? t('The newest one') }}
      />
      {events.length > 1 && (
        <SelectField
          label={t('Event')}
          value={event ?? ''}
          choices={events.map((value) => ({ value, text: value }))}
          onChange={(next) => setQuery({ event: next })}
        />
      )}
    </div>
  );
}
