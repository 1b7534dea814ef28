import { formatSpan, t } from '../../app/language.js';
import { Note } from '../../components/empty.js';
import { SelectField } from '../../components/field.js';
import { SchemaForm } from '../../components/schema-form.js';
import { asSchema, schemaAt, wordOf } from '../../components/schema.js';
import { Step, type StepProps } from './step.js';

/** As often as most want it. */
const USUAL = {
  Type: 'RequestRetry',
  ScheduleRetry: '1',
  RetryIntervalStart: '60',
  RetryIntervalFactor: '2',
  RetryCountMax: '10',
};
/** Keys of a module that few change; the form of the definition has them. */
const RARE = [
  'Type',
  'Description',
  'ScheduleRetry',
  'ErrorStageFilter',
  'ErrorMessageContentFilter',
  'StopAfterMatch',
];
/** Attempts that are named one by one. */
const NAMED = 5;

/** Whether a failed call is made again, and when. */
export function FailureStep({ name, requester, schema, change, rehearsal }: StepProps) {
  const priority = wordsIn(requester.ErrorHandlingPriority);
  const modules = asSchema(requester.ErrorHandling);
  const module = priority.findLast((each) => appliesTo(name, modules[each]));
  const place = ['Requester', 'ErrorHandling', module ?? `Again${name}`];
  const options = asSchema(modules[module ?? '']);
  const isOn = wordOf(options.ScheduleRetry) === '1';
  const turn = (on: string) => {
    if (module !== undefined) change([[...place, 'ScheduleRetry'], on]);
    else {
      const list = ['Requester', 'ErrorHandlingPriority'];
      change([place, { ...USUAL, InvokerFilter: [name] }], [list, [...priority, `Again${name}`]]);
    }
  };
  return (
    <Step title={t('5. If it fails')} outcome={<Retries rehearsal={rehearsal} />}>
      <SelectField
        label={t('A call that failed')}
        value={isOn ? '1' : '0'}
        choices={[
          { value: '0', text: t('is given up') },
          { value: '1', text: t('is made again') },
        ]}
        onChange={turn}
      />
      {isOn && (
        <SchemaForm
          schema={schemaAt(schema, { Requester: requester }, place)}
          value={options}
          onChange={(path, next) => change([[...place, ...path], next])}
          without={RARE}
        />
      )}
    </Step>
  );
}

function wordsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function appliesTo(invoker: string, module: unknown): boolean {
  const { Type, InvokerFilter } = asSchema(module);
  const only = wordsIn(InvokerFilter);
  return Type === 'RequestRetry' && (only.length === 0 || only.includes(invoker));
}

function Retries({ rehearsal }: Pick<StepProps, 'rehearsal'>) {
  if (rehearsal === undefined) return null;
  const { retries, mistake } = rehearsal;
  if (mistake !== undefined) return <Note tone="bad">{mistake}</Note>;
  const times = retries.slice(0, NAMED).map(formatSpan).join(', ');
  const words = { times, last: formatSpan(retries.at(-1) ?? 0), number: retries.length };
  return (
    <>
      {retries.length === 0 && <p>{t('The call is made once.')}</p>}
      {retries.length > 0 && retries.length <= NAMED && <p>{t('It is made again after {times}.', words)}</p>}
      {retries.length > NAMED && (
        <p>{t('It is made again after {times} and so on: {number} times, the last one after {last}.', words)}</p>
      )}
      <p>{t('What is given up stands below the invokers, and can be sent again.')}</p>
    </>
  );
}
