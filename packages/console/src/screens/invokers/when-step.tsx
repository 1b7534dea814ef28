import { useMemo } from 'preact/hooks';

import type { CallingEvent } from '../../api/admin-api.js';
import { language, serverText, t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Code } from '../../components/code.js';
import { CheckField, SelectField } from '../../components/field.js';
import { asSchema, valueAt, wordOf } from '../../components/schema.js';
import { Step, useAdded, type StepProps } from './step.js';

/** The events of an invoker, as its definition has them. */
export function eventsOf({ name, requester }: Pick<StepProps, 'name' | 'requester'>): readonly unknown[] {
  const events = valueAt(requester, ['Invoker', name, 'Events']);
  return Array.isArray(events) ? events : [];
}

/** Which events call it, and what each brings. */
export function WhenStep({ known, ...step }: StepProps & { readonly known: readonly CallingEvent[] }) {
  const { name, change, rehearsal } = step;
  const events = eventsOf(step);
  const { place, note } = useAdded<HTMLDivElement>('select');
  const base = ['Requester', 'Invoker', name, 'Events'];
  const choices = useMemo(
    () =>
      known
        .map((each) => ({ value: each.name, text: `${serverText(each.summary)} (${each.name})` }))
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
        {(events.length === 0 ? [{}] : events).map((entry, index) => {
          const { Event, Asynchronous } = asSchema(entry);
          const value = wordOf(Event);
          const isKnown = choices.some((each) => each.value === value);
          return (
            <div key={index} class="map-entry">
              <div class="stack tight">
                <SelectField
                  label={t('Event')}
                  value={value}
                  choices={
                    isKnown ? choices : [{ value, text: value === '' ? t('Choose an event') : value }, ...choices]
                  }
                  onChange={(next) => (events.length === 0 ? add(next) : change([[...base, index, 'Event'], next]))}
                />
                {value !== '' && (
                  <CheckField
                    label={t('Whoever changes the ticket waits for the answer')}
                    checked={Asynchronous !== '1' && Asynchronous !== 1}
                    onChange={(waits) => change([[...base, index, 'Asynchronous'], waits ? '0' : '1'])}
                  />
                )}
              </div>
              {value !== '' && (
                <Button
                  kind="quiet"
                  icon="close"
                  label={t('Remove {name}', { name: value })}
                  onClick={() => change([[...base, index], undefined])}
                />
              )}
            </div>
          );
        })}
      </div>
      <div>
        <Button
          icon="plus"
          disabled={events.length === 0}
          onClick={() => {
            note();
            add('');
          }}
        >
          {t('Add an event')}
        </Button>
      </div>
    </Step>
  );
}
