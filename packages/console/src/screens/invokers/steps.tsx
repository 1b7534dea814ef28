import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { CallingEvent, PostServicesNameRehearseAnswer } from '../../api/admin-api.js';
import { formatSpan, joinedText, language, serverText, t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { Note } from '../../components/note.js';
import { CheckField, SelectField, TextField } from '../../components/field.js';
import { Entry, SchemaForm } from '../../components/schema-form.js';
import { asSchema, schemaAt, getAt, toFieldText, wordsIn, type Path, type Schema } from '../../components/schema.js';
import type { Edit } from '../services/change-text.js';
import { METHODS } from '../try/first-request.js';

/** What each step gets: the values of the definition, and what came of them. */
export interface StepProps {
  /** Of the invoker. */
  readonly name: string;
  /** Of the definition. */
  readonly values: unknown;
  /** That of definitions. */
  readonly schema: unknown;
  readonly change: (...edits: readonly Edit[]) => void;
  /** Undefined before the first answer. */
  readonly rehearsal: PostServicesNameRehearseAnswer | undefined;
}

interface StepFrameProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly outcome: ComponentChildren;
}

export function Step({ title, children, outcome }: StepFrameProps) {
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <div class="columns side-by-side">
        <div class="form">{children}</div>
        <div class="stack">{outcome}</div>
      </div>
    </section>
  );
}

/** The props of a field for the text at a path of the definition. */
export function fieldAt({ values, change }: StepProps, path: Path) {
  return { value: toFieldText(getAt(values, path)), onChange: (next: string) => change([path, next]) };
}

interface PartFormProps {
  readonly step: StepProps;
  readonly path: Path;
  readonly without: readonly string[];
}

export function PartForm({ step: { schema, values, change }, path, without }: PartFormProps) {
  return (
    <SchemaForm
      schema={schemaAt(schema, values, path)}
      value={getAt(values, path)}
      onChange={(below, next) => change([[...path, ...below], next])}
      without={without}
    />
  );
}

/** Focuses the field of a new entry: the last one that the selector finds. */
export function useAdded<Place extends HTMLElement>(selector: string) {
  const place = useRef<Place>(null);
  const isAdded = useRef(false);
  // With the render: the next key belongs there.
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const field = [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
  const adding = (add: () => void) => () => {
    isAdded.current = true;
    add();
  };
  return { place, adding };
}

/** Host, method, path, authentication and proxy; and whether requests may go there. */
export function WhereStep(step: StepProps) {
  const { name, values, schema, change, rehearsal } = step;
  const at = (...path: Path) => ['Requester', 'Transport', 'Config', ...path];
  const isSoap = getAt(values, ['Requester', 'Transport', 'Type']) === 'HTTP::SOAP';
  const method = fieldAt(step, at('InvokerControllerMapping', name, 'Command'));
  const authentication = toFieldText(getAt(values, at('Authentication', 'AuthType')));
  const options = Object.keys(asSchema(schemaAt(schema, values, at('Authentication')).properties));
  const usesProxy = getAt(values, at('Proxy', 'UseProxy')) === 'Yes';
  return (
    <Step title={t('1. Where to')} outcome={<Destination rehearsal={rehearsal} />}>
      <TextField
        label={t('Address of the other system')}
        hint={t('All invokers of this web service send there.')}
        {...fieldAt(step, at(isSoap ? 'Endpoint' : 'Host'))}
        more={{ placeholder: 'https://chat.example.org' }}
      />
      {!isSoap && (
        <div class="request-target">
          <SelectField
            label={t('Method')}
            value={(method.value || toFieldText(getAt(values, at('DefaultCommand')))).toUpperCase()}
            choices={METHODS}
            onChange={method.onChange}
          />
          <TextField
            label={t('Path')}
            hint={t(':TicketID is replaced by that member of what is sent.')}
            {...fieldAt(step, at('InvokerControllerMapping', name, 'Controller'))}
          />
        </div>
      )}
      <SelectField
        label={t('Authentication')}
        value={authentication}
        choices={{
          '': t('None'),
          BasicAuth: t('Login and password'),
          OAuth2Token: t('Token of an authorization server (OAuth 2)'),
          JWT: t('Token that is signed here (JWT)'),
        }}
        onChange={(next) => change([at('Authentication'), next === '' ? undefined : { AuthType: next }])}
      />
      {authentication !== '' && (
        <PartForm
          step={step}
          path={at('Authentication')}
          without={options.filter((each) => !each.startsWith(authentication))}
        />
      )}
      <CheckField
        label={t('Through a proxy')}
        checked={usesProxy}
        onChange={(next) => change([at('Proxy'), next ? { UseProxy: 'Yes' } : undefined])}
      />
      {usesProxy && <PartForm step={step} path={at('Proxy')} without={['UseProxy']} />}
    </Step>
  );
}

function Destination({ rehearsal }: Pick<StepProps, 'rehearsal'>) {
  const [request] = rehearsal?.result.requests ?? [];
  const refused = rehearsal?.refused;
  if (refused === undefined) return request && <Note tone="good">{t('Requests may go to {url}', request)}</Note>;
  return (
    <>
      <Note tone="bad">
        {t('Not allowed: {reason}', { reason: serverText(refused.reason, refused.reasonMessage) })}
      </Note>
      {refused.lines !== null && (
        <div class="stack tight">
          <p>{t('Write this in gateway.yml, and restart the server:')}</p>
          <Code text={refused.lines} label={t('Lines for gateway.yml')} />
        </div>
      )}
    </>
  );
}

export function readInvokerEvents(values: unknown, name: string): readonly Schema[] {
  const events = getAt(values, ['Requester', 'Invoker', name, 'Events']);
  return Array.isArray(events) ? events.map(asSchema) : [];
}

/** Which events call it, and what each brings. */
export function WhenStep({ known, ...step }: StepProps & { readonly known: readonly CallingEvent[] }) {
  const { name, values, change, rehearsal } = step;
  const events = readInvokerEvents(values, name);
  const { place, adding } = useAdded<HTMLDivElement>('select');
  const base = ['Requester', 'Invoker', name, 'Events'];
  const choices = useMemo(
    () =>
      known
        .map((each) => ({ value: each.name, text: `${joinedText(each.summary)} (${each.name})` }))
        .sort((one, other) => one.text.localeCompare(other.text)),
    [known, language.value],
  );
  const add = (Event: string) => {
    const entry = { Event, Asynchronous: '1' };
    change(events.length === 0 ? [base, [entry]] : [[...base, events.length], entry]);
  };
  const brought = (rehearsal?.events ?? []).filter(({ data }) => data !== null);
  return (
    <Step
      title={t('2. When')}
      outcome={brought.map(({ event, data }) => (
        <div key={event} class="stack tight">
          <p>{t('What {event} brings:', { event })}</p>
          <Code text={JSON.stringify(data, undefined, 2)} label={t('Data of {event}', { event })} tall />
        </div>
      ))}
    >
      <div ref={place} class="stack">
        {(events.length === 0 ? [{ Event: '' }] : events).map(({ Event, Asynchronous }: Schema, index) => (
          <Entry
            key={index}
            name={toFieldText(Event)}
            onRemove={Event === '' ? undefined : () => change([[...base, index], undefined])}
          >
            <div class="stack tight">
              <SelectField
                label={t('Event')}
                value={toFieldText(Event)}
                choices={Event === '' ? [{ value: '', text: t('Choose an event') }, ...choices] : choices}
                onChange={(next) => (events.length === 0 ? add(next) : change([[...base, index, 'Event'], next]))}
              />
              {Event !== '' && (
                <CheckField
                  label={t('Changes of the ticket wait for the answer')}
                  checked={toFieldText(Asynchronous) !== '1'}
                  onChange={(waits) => change([[...base, index, 'Asynchronous'], waits ? '0' : '1'])}
                />
              )}
            </div>
          </Entry>
        ))}
      </div>
      <div>
        <Button icon="plus" disabled={events.length === 0} onClick={adding(() => add(''))} text={t('Add an event')} />
      </div>
    </Step>
  );
}

/** The usual retries. */
const USUAL = {
  Type: 'RequestRetry',
  ScheduleRetry: '1',
  RetryIntervalStart: '60',
  RetryIntervalFactor: '2',
  RetryCountMax: '10',
};
/** Keys of a module that few change; the form of the definition has them. */
const RARE = 'Type Description ScheduleRetry ErrorStageFilter ErrorMessageContentFilter StopAfterMatch'.split(' ');
/** Attempts that are named one by one. */
const NAMED = 5;

export function FailureStep(step: StepProps) {
  const { name, values, change, rehearsal } = step;
  const list = ['Requester', 'ErrorHandlingPriority'];
  const priority = wordsIn(getAt(values, list));
  const appliesTo = (module: string) => {
    const { Type, InvokerFilter } = asSchema(getAt(values, ['Requester', 'ErrorHandling', module]));
    const only = wordsIn(InvokerFilter);
    return Type === 'RequestRetry' && (only.length === 0 || only.includes(name));
  };
  const module = priority.findLast(appliesTo);
  const place = ['Requester', 'ErrorHandling', module ?? `Again${name}`];
  const { value, onChange } = fieldAt(step, [...place, 'ScheduleRetry']);
  const make = () => change([place, { ...USUAL, InvokerFilter: [name] }], [list, [...priority, `Again${name}`]]);
  return (
    <Step title={t('5. If it fails')} outcome={rehearsal && <Retries {...rehearsal} />}>
      <SelectField
        label={t('A call that failed')}
        value={value === '1' ? '1' : '0'}
        choices={{ 0: t('is given up'), 1: t('is made again') }}
        onChange={module === undefined ? make : onChange}
      />
      {value === '1' && <PartForm step={step} path={place} without={RARE} />}
    </Step>
  );
}

function Retries({ retries, mistake }: NonNullable<StepProps['rehearsal']>) {
  if (mistake !== undefined) return <Note tone="bad">{mistake}</Note>;
  const times = retries.slice(0, NAMED).map(formatSpan).join(', ');
  const words = { times, last: formatSpan(retries.at(-1) ?? 0), number: retries.length };
  const sentence =
    retries.length > NAMED
      ? t('It is made again after {times} and so on: {number} times, the last one after {last}.', words)
      : t('It is made again after {times}.', words);
  return (
    <>
      <p>{retries.length === 0 ? t('The call is made once.') : sentence}</p>
      <p>{t('What is given up stands below the invokers, and can be sent again.')}</p>
    </>
  );
}
