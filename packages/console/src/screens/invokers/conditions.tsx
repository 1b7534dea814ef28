import type { ComparedField, RehearsedInvokerEvent, RehearsedTicket } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { SelectField, TextField } from '../../components/field.js';
import { ReferenceField } from '../../components/reference-field.js';
import { asSchema, toFieldText, type Path, type Schema } from '../../components/schema.js';
import TICKET_KINDS from './ticket-kinds.json';
import { readInvokerEvents, Step, useAdded, type StepProps } from './steps.js';

/** Kinds of the catalogue whose entries members of tickets name. */
const KINDS: Readonly<Record<string, string>> = TICKET_KINDS;

/** Which tickets it is called for; in words, and tried on one. */
export function ConditionStep({ name, values, change, rehearsal }: StepProps) {
  const base = ['Requester', 'Invoker', name, 'Events'];
  const events = readInvokerEvents(values, name)
    .map((event, index) => ({ event, index }))
    .filter(({ event }) => toFieldText(event.Event) !== '');
  return (
    <Step
      title={t('3. If')}
      outcome={events.map(({ event, index }) => (
        <Tried key={index} event={event} found={rehearsal?.events[index]} ticket={rehearsal?.ticket} />
      ))}
    >
      {events.map(({ event, index }) => (
        <Conditions
          key={index}
          event={event}
          members={rehearsal?.ticket?.members ?? {}}
          change={(path, value) => change([[...base, index, 'Condition', ...path], value])}
        />
      ))}
      {events.length === 0 && <p class="quiet">{t('Choose an event first.')}</p>}
    </Step>
  );
}

interface ConditionsProps {
  readonly event: Schema;
  /** Of the ticket. */
  readonly members: RehearsedTicket['members'];
  /** Of the condition of the event. */
  readonly change: (path: Path, value: unknown) => void;
}

interface Group {
  readonly name: string;
  readonly type: string;
  readonly fields: readonly (readonly [string, Schema])[];
}

function readConditionGroups({ Condition }: Schema): readonly Group[] {
  return Object.entries(asSchema(asSchema(Condition).Condition)).map(([name, group]) => {
    const { Type, Fields } = asSchema(group);
    const fields = Object.entries(asSchema(Fields)).map(
      ([each, field]) => [each, typeof field === 'object' ? asSchema(field) : { Match: field }] as const,
    );
    return { name, type: toFieldText(Type) || 'and', fields };
  });
}

function readConditionLinking({ Condition: condition }: Schema): string {
  return toFieldText(asSchema(condition).ConditionLinking) || 'and';
}

/** The groups of conditions of an event, the first of which is there before it has any. */
function Conditions({ event, members, change }: ConditionsProps) {
  const groups = readConditionGroups(event);
  const name = toFieldText(event.Event);
  return (
    <fieldset class="stack" aria-label={name}>
      {groups.length > 1 && (
        <SelectField
          label={t('Of these groups')}
          value={readConditionLinking(event)}
          choices={linkings()}
          onChange={(type) => change(['ConditionLinking'], type)}
        />
      )}
      {(groups.length === 0 ? [{ name: '1', type: 'and', fields: [] }] : groups).map((group) => (
        <ConditionGroup
          key={group.name}
          title={groups.length > 1 ? `${name} ${group.name}` : name}
          event={event}
          group={group}
          members={members}
          change={(path, value) => {
            if (groups.length === 0) change([], { Condition: { 1: { Type: 'and', Fields: value } } });
            else if (value === undefined && groups.length === 1) change([], undefined);
            else change(['Condition', group.name, ...path], value);
          }}
        />
      ))}
    </fieldset>
  );
}

interface ConditionGroupProps extends ConditionsProps {
  readonly title: string;
  readonly group: Group;
}

function ConditionGroup({ title, event, group: { type, fields }, members, change }: ConditionGroupProps) {
  const { place, adding } = useAdded<HTMLFieldSetElement>('.condition input');
  const set = (next: Group['fields']) =>
    next.length === 0 ? change([], undefined) : change(['Fields'], Object.fromEntries(next));
  const names = Object.keys(members).filter((each) => !fields.some(([used]) => used === each));
  const [, changed = ''] = /^Ticket(\w+)Update$/.exec(toFieldText(event.Event)) ?? [];
  const add = adding(() => {
    // What the event is about, or else the queue.
    const next = [changed, 'Queue', ...names].find((each) => names.includes(each)) ?? 'Queue';
    set([...fields, [next, { Type: 'String', Match: members[next] ?? '' }]]);
  });
  return (
    <fieldset ref={place} class="stack tight" aria-label={title}>
      {fields.length > 1 && (
        <SelectField
          label={t('Of these')}
          value={type}
          choices={linkings()}
          onChange={(next) => change(['Type'], next)}
        />
      )}
      {fields.map(([name, field], index) => (
        <Condition
          key={index}
          name={name}
          field={field}
          names={names}
          onChange={(next) => set(next === undefined ? fields.toSpliced(index, 1) : fields.with(index, next))}
        />
      ))}
      <div>
        <Button
          icon="plus"
          label={t('Add a condition for {name}', { name: title })}
          onClick={add}
          text={t('Add a condition')}
        />
      </div>
    </fieldset>
  );
}

function linkings() {
  return { and: t('all'), or: t('at least one'), xor: t('exactly one') };
}

interface ConditionProps {
  readonly name: string;
  readonly field: Schema;
  /** Other members that it could be about. */
  readonly names: readonly string[];
  /** Undefined takes it away. */
  readonly onChange: (field: Group['fields'][number] | undefined) => void;
}

function Condition({ name, field, names, onChange }: ConditionProps) {
  const kind = KINDS[name];
  const Type = toFieldText(field.Type) || 'String';
  const wanted = {
    label: t('Value'),
    value: toFieldText(field.Match),
    onChange: (Match: string) => onChange([name, { ...field, Type, Match }]),
  };
  return (
    <div class="condition">
      <SelectField
        label={t('Field')}
        value={name}
        choices={[name, ...names].sort()}
        onChange={(next) => onChange([next, { ...field, Type }])}
      />
      <SelectField
        label={t('Comparison')}
        value={Type}
        choices={{ String: t('is'), Regexp: t('matches the pattern') }}
        onChange={(next) => onChange([name, { ...field, Type: next }])}
      />
      {kind === undefined || Type !== 'String' ? <TextField {...wanted} /> : <ReferenceField {...wanted} kind={kind} />}
      <Button kind="quiet" icon="close" label={t('Remove {name}', { name })} onClick={() => onChange(undefined)} />
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
  const name = toFieldText(event.Event);
  const groups = readConditionGroups(event).map(({ fields, type }) => linked(fields.map(wordField), type));
  const condition = linked(groups, readConditionLinking(event));
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
            : t('Ticket {number}: no, {reason}', { number: ticket.number, reason: explainUnmet(found.fields) })}
        </Note>
      )}
    </>
  );
}

function wordField([name, { Type, Match }]: Group['fields'][number]): string {
  const words = { name, value: toFieldText(Match) };
  return Type === 'Regexp' ? t('{name} matches {value}', words) : t('{name} is {value}', words);
}

function linked(parts: readonly string[], link: string): string {
  if (link === 'xor' && parts.length > 1) return t('exactly one is true: {parts}', { parts: parts.join(', ') });
  return parts.join(` ${link === 'or' ? t('or') : t('and')} `);
}

function explainUnmet(fields: readonly ComparedField[]): string {
  const wrong = fields.filter(({ isMet }) => !isMet);
  return (wrong.length === 0 ? fields : wrong)
    .map(({ name, values }) =>
      values.length === 0 ? t('{name} is empty', { name }) : t('{name} is {value}', { name, value: values.join(', ') }),
    )
    .join(', ');
}
