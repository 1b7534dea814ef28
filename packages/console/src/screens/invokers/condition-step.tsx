import type { ComparedField, RehearsedInvokerEvent, RehearsedTicket } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { SelectField, TextField } from '../../components/field.js';
import { ReferenceField } from '../../components/reference-field.js';
import { asSchema, wordOf, type Path, type Schema } from '../../components/schema.js';
import { Step, useAdded, type StepProps } from './step.js';
import { eventsOf } from './when-step.js';

/** Kinds of the catalogue whose entries members of tickets name. */
const KINDS: Readonly<Record<string, string>> = {
  Queue: 'Queues',
  State: 'States',
  Priority: 'Priorities',
  Type: 'Types',
  Service: 'Services',
  SLA: 'SLAs',
  Owner: 'Agents',
  Responsible: 'Agents',
  CustomerID: 'CustomerCompanies',
  CustomerUserID: 'CustomerUsers',
};

/** Which tickets it is called for; in words, and tried on one. */
export function ConditionStep(step: StepProps) {
  const { name, change, rehearsal } = step;
  const base = ['Requester', 'Invoker', name, 'Events'];
  const events = eventsOf(step).map(asSchema);
  return (
    <Step
      title={t('3. If')}
      outcome={events.map((event, index) => (
        <Tried key={index} event={event} found={rehearsal?.events[index]} ticket={rehearsal?.ticket} />
      ))}
    >
      {events.map((event, index) => (
        <Conditions
          key={index}
          event={event}
          ticket={rehearsal?.ticket}
          change={(path, value) => change([[...base, index, ...path], value])}
        />
      ))}
      {events.length === 0 && <p class="quiet">{t('Choose an event first.')}</p>}
    </Step>
  );
}

interface ConditionsProps {
  readonly event: Schema;
  readonly ticket: RehearsedTicket | undefined;
  readonly change: (path: Path, value: unknown) => void;
}

interface Group {
  readonly name: string;
  readonly type: string;
  readonly fields: readonly (readonly [string, Schema])[];
}

function groupsOf({ Condition }: Schema): readonly Group[] {
  return Object.entries(asSchema(asSchema(Condition).Condition)).map(([name, group]) => {
    const { Type, Fields } = asSchema(group);
    const fields = Object.entries(asSchema(Fields)).map(
      ([each, field]) => [each, typeof field === 'object' ? asSchema(field) : { Match: field }] as const,
    );
    return { name, type: wordOf(Type) || 'and', fields };
  });
}

function Conditions({ event, ticket, change }: ConditionsProps) {
  const [group = { name: '1', type: 'and', fields: [] }, ...others] = groupsOf(event);
  const { fields } = group;
  const members = ticket?.members ?? {};
  const { place, note } = useAdded<HTMLFieldSetElement>('.condition input');
  const path = ['Condition', 'Condition', group.name];
  const setFields = (next: Group['fields']) => {
    if (next.length === 0) change(others.length > 0 ? path : ['Condition'], undefined);
    else if (fields.length > 0) change([...path, 'Fields'], Object.fromEntries(next));
    else change(['Condition'], { Condition: { 1: { Type: 'and', Fields: Object.fromEntries(next) } } });
  };
  const names = Object.keys(members).filter((each) => !fields.some(([used]) => used === each));
  const [, changed = ''] = /^Ticket(\w+)Update$/.exec(wordOf(event.Event)) ?? [];
  // What the event is about, or else the queue.
  const next = [changed, 'Queue', ...names].find((each) => names.includes(each)) ?? 'Queue';
  const add = () => {
    note();
    setFields([...fields, [next, { Type: 'String', Match: members[next] ?? '' }]]);
  };
  return (
    <fieldset ref={place} class="stack tight" aria-label={wordOf(event.Event)}>
      {fields.length > 1 && (
        <SelectField
          label={t('Of these')}
          value={group.type}
          choices={[
            { value: 'and', text: t('all') },
            { value: 'or', text: t('at least one') },
            { value: 'xor', text: t('exactly one') },
          ]}
          onChange={(type) => change([...path, 'Type'], type)}
        />
      )}
      {fields.map(([name, field], index) => (
        <Condition
          key={index}
          name={name}
          field={field}
          names={names}
          onChange={(changedField) => setFields(fields.with(index, changedField))}
          onRemove={() => setFields(fields.filter((_field, at) => at !== index))}
        />
      ))}
      {others.length > 0 && <p class="hint">{t('The definition has more conditions for this event.')}</p>}
      <div>
        <Button icon="plus" onClick={add}>
          {t('Add a condition')}
        </Button>
      </div>
    </fieldset>
  );
}

interface ConditionProps {
  readonly name: string;
  readonly field: Schema;
  /** Other members that it could be about. */
  readonly names: readonly string[];
  readonly onChange: (field: readonly [string, Schema]) => void;
  readonly onRemove: () => void;
}

function Condition({ name, field, names, onChange, onRemove }: ConditionProps) {
  const kind = KINDS[name];
  const Type = wordOf(field.Type) || 'String';
  const wanted = {
    label: t('Value'),
    value: wordOf(field.Match),
    onChange: (Match: string) => onChange([name, { ...field, Type, Match }]),
  };
  return (
    <div class="condition">
      <SelectField
        label={t('Field')}
        value={name}
        choices={[name, ...names].sort().map((each) => ({ value: each, text: each }))}
        onChange={(next) => onChange([next, { ...field, Type }])}
      />
      <SelectField
        label={t('Comparison')}
        value={Type}
        choices={[
          { value: 'String', text: t('is') },
          { value: 'Regexp', text: t('matches the pattern') },
        ]}
        onChange={(next) => onChange([name, { ...field, Type: next }])}
      />
      {kind === undefined || Type !== 'String' ? <TextField {...wanted} /> : <ReferenceField {...wanted} kind={kind} />}
      <Button kind="quiet" icon="close" label={t('Remove {name}', { name })} onClick={onRemove} />
    </div>
  );
}

interface TriedProps {
  readonly event: Schema;
  readonly found: RehearsedInvokerEvent | undefined;
  readonly ticket: RehearsedTicket | undefined;
}

/** The condition as a sentence, and whether the ticket meets it. */
function Tried({ event, found, ticket }: TriedProps) {
  const groups = groupsOf(event);
  const name = wordOf(event.Event);
  const condition = joined(
    groups.map((group) => joined(group.fields.map(sentenceOf), group.type)),
    linkingOf(event),
  );
  return (
    <>
      <p>
        {groups.length === 0
          ? t('{name} always calls it.', { name })
          : t('{name} calls it if {condition}.', { name, condition })}
      </p>
      {found !== undefined && found.event === name && ticket !== undefined && found.fields.length > 0 && (
        <Note tone={found.isMet ? 'good' : 'warn'}>
          {found.isMet
            ? t('Ticket {number}: yes', { number: ticket.number })
            : t('Ticket {number}: no, {reason}', { number: ticket.number, reason: reasonOf(found.fields) })}
        </Note>
      )}
    </>
  );
}

function linkingOf({ Condition: condition }: Schema): string {
  return wordOf(asSchema(condition).ConditionLinking) || 'and';
}

function sentenceOf([name, { Type, Match }]: Group['fields'][number]): string {
  const words = { name, value: wordOf(Match) };
  return Type === 'Regexp' ? t('{name} matches {value}', words) : t('{name} is {value}', words);
}

function joined(parts: readonly string[], link: string): string {
  if (link === 'xor' && parts.length > 1) return t('exactly one is true: {parts}', { parts: parts.join(', ') });
  return parts.join(` ${link === 'or' ? t('or') : t('and')} `);
}

/** What keeps a condition from being met. */
function reasonOf(fields: readonly ComparedField[]): string {
  const wrong = fields.filter(({ isMet }) => !isMet);
  return (wrong.length === 0 ? fields : wrong)
    .map(({ name, values }) =>
      values.length === 0 ? t('{name} is empty', { name }) : t('{name} is {value}', { name, value: values.join(', ') }),
    )
    .join(', ');
}
