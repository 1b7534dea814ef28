import { useId, useLayoutEffect, useRef } from 'preact/hooks';

import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { SelectField, Suggestions, TextField } from '../../components/field.js';
import { moved, patternsBeside, type DefaultRule, type Rule } from './simple-rules.js';

interface RuleTableProps {
  readonly label: string;
  /** Whether the rules are about values of keys. */
  readonly ofValues: boolean;
  readonly rules: readonly Rule[];
  /** For each field of a rule. */
  readonly suggestions: Readonly<Record<'key' | 'from' | 'to', readonly string[]>>;
  /** What becomes of it without the rule; undefined if it is dropped. */
  readonly without: (rule: Rule) => string | undefined;
  readonly findProblem: (rule: Rule) => string | undefined;
  readonly isMarked: (rule: Rule) => boolean;
  readonly onPoint: (rule: Rule | undefined) => void;
  readonly onChange: (rules: readonly Rule[]) => void;
  /** Drops what a row of the sample stands for. */
  readonly onDrop?: ((rule: Rule) => void) | undefined;
}

/** Rules in rows, the first that fits first. Enter leads to the row below, or adds one. */
export function RuleTable(props: RuleTableProps) {
  const { label, ofValues, rules, suggestions, onPoint, onChange } = props;
  const id = useId();
  const added = useRef(0);
  const add = () => {
    added.current += 1;
    onChange([
      ...rules,
      { id: `${id}${added.current}`, key: '', from: '', isPattern: false, spaces: 0, to: undefined },
    ]);
  };
  const move = (rule: Rule, step: 1 | -1) => {
    const focused = document.activeElement;
    onChange(moved(rules, rule, step));
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
  };
  const press = (event: KeyboardEvent, rule: Rule) => {
    const { key, altKey, target, currentTarget } = event;
    if (!(target instanceof HTMLInputElement) || !(currentTarget instanceof HTMLElement)) return;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      move(rule, key === 'ArrowUp' ? -1 : 1);
    } else if (key === 'Enter') {
      const below = currentTarget.nextElementSibling?.querySelector<HTMLElement>(`[name=${target.name}]`);
      if (below) below.focus();
      else add();
    }
  };
  const look = ofValues ? 'of-values' : '';
  return (
    <>
      <h3>{label}</h3>
      {Object.entries(suggestions).map(([name, words]) => (
        <Suggestions key={name} id={id + name} words={words} />
      ))}
      <div class={`rules-head ${look}`} aria-hidden="true">
        <span>{t('Key')}</span>
        {ofValues && <span>{t('Value')}</span>}
        <span />
        <span>{ofValues ? t('New value') : t('New name')}</span>
      </div>
      <ul class={`rules ${look}`} aria-label={label} onMouseLeave={() => onPoint(undefined)}>
        {rules.map((rule) => (
          <Row
            key={rule.id}
            {...props}
            rule={rule}
            lists={id}
            onSet={(change) => onChange(rules.map((each) => (each === rule ? { ...each, ...change } : each)))}
            onRemove={() => onChange(rules.filter((each) => each !== rule))}
            onMove={patternsBeside(rule, rules).length > 1 ? (step) => move(rule, step) : undefined}
            onPress={(event) => press(event, rule)}
          />
        ))}
      </ul>
      <div class="row">
        <Button icon="plus" onClick={add} text={t('Add a rule')} />
      </div>
    </>
  );
}

interface RowProps extends RuleTableProps {
  readonly rule: Rule;
  readonly lists: string;
  readonly onSet: (change: Partial<Rule>) => void;
  readonly onRemove: () => void;
  readonly onMove: ((step: 1 | -1) => void) | undefined;
  readonly onPress: (event: KeyboardEvent) => void;
}

function Row({ rule, ofValues, lists, onSet, onPress, ...props }: RowProps) {
  const { key, from, isPattern, to, sample } = rule;
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (sample !== undefined || to !== undefined) return;
    [...(row.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')?.focus();
  }, []);
  const [problem, now] = [props.findProblem(rule), props.without(rule)];
  const note = useId();
  /** The focus stays in the table although the pressed button or its row goes, unless the row is one of the sample. */
  const leave = (change: Partial<Rule>) => {
    const next =
      sample === undefined ? (row.current?.nextElementSibling ?? row.current?.previousElementSibling) : row.current;
    next?.querySelector<HTMLElement>('[name=to]')?.focus();
    if (sample === undefined) props.onRemove();
    else onSet(change);
  };
  const about = (change: Partial<Rule>) => onSet({ ...change, sample: undefined });
  const cell = (name: keyof RuleTableProps['suggestions'], label: string, set: (text: string) => void) => ({
    ...{ class: 'input mono', autocomplete: 'off', spellcheck: false, list: lists + name, name, 'aria-label': label },
    value: rule[name] ?? '',
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  });
  const point = () => props.onPoint(rule);
  return (
    <li
      ref={row}
      class={props.isMarked(rule) ? 'marked' : ''}
      onKeyDown={onPress}
      onFocusIn={point}
      onMouseEnter={point}
    >
      {ofValues && <input {...cell('key', t('Key'), (next) => about({ key: next }))} />}
      <input
        {...cell('from', ofValues ? t('Value of {name}', { name: key }) : t('Key'), (next) => about({ from: next }))}
        {...(isPattern ? { list: undefined } : {})}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && note}
      />
      <button
        type="button"
        class="button square mono"
        title={t('Regular expression')}
        aria-label={t('Regular expression')}
        aria-pressed={isPattern}
        onClick={() => about({ isPattern: !isPattern })}
      >
        .*
      </button>
      <input
        {...cell(
          'to',
          ofValues ? t('New value of {name}', { name: from }) : t('New name of {name}', { name: from }),
          (next) => onSet({ to: next === '' && !ofValues ? undefined : next }),
        )}
        placeholder={to === '' ? t('empty') : (now ?? t('is dropped'))}
      />
      <RowButtons
        rule={rule}
        isDropped={now === undefined}
        onMove={props.onMove}
        onDrop={props.onDrop}
        onLeave={leave}
      />
      {problem !== undefined && (
        <p id={note} class="hint error">
          {problem}
        </p>
      )}
    </li>
  );
}

interface RowButtonsProps extends Pick<RowProps, 'rule' | 'onMove' | 'onDrop'> {
  readonly isDropped: boolean;
  readonly onLeave: (change: Partial<Rule>) => void;
}

function RowButtons({ rule, isDropped, onMove, onDrop, onLeave }: RowButtonsProps) {
  const { from: name, to, sample } = rule;
  const buttons = [
    onMove && (['up', t('Try {name} earlier', { name }), () => onMove(-1)] as const),
    onMove && (['down', t('Try {name} later', { name }), () => onMove(1)] as const),
    to === undefined && isDropped && (['check', t('Keep {name}', { name }), () => onLeave({ to: name })] as const),
    onDrop &&
      sample !== undefined &&
      to === undefined &&
      !isDropped &&
      (['out', t('Drop {name}', { name }), () => onDrop(rule)] as const),
    (sample === undefined || to !== undefined) &&
      (['close', t('Remove the rule of {name}', { name }), () => onLeave({ to: undefined })] as const),
  ];
  return (
    <span class="row tight">
      {buttons.map((button) => {
        if (!button) return null;
        const [icon, label, run] = button;
        return <Button key={icon} kind="quiet" icon={icon} label={label} onClick={run} />;
      })}
    </span>
  );
}

interface DefaultFieldsProps {
  readonly label: string;
  readonly words: Readonly<Record<string, string>>;
  readonly rule: DefaultRule;
  readonly onChange: (rule: DefaultRule) => void;
}

/** What becomes of all that no row is about. */
export function DefaultFields({ label, words, rule, onChange }: DefaultFieldsProps) {
  const error = rule.to === '' ? t('Write what they become.') : undefined;
  return (
    <div class="row top">
      <SelectField label={label} value={rule.type} choices={words} onChange={(type) => onChange({ ...rule, type })} />
      {rule.type === 'MapTo' && (
        <TextField
          label={words.MapTo ?? ''}
          error={error}
          value={rule.to}
          onChange={(to) => onChange({ ...rule, to })}
        />
      )}
    </div>
  );
}
