import { useEffect, useId, useRef } from 'preact/hooks';

import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { moved, patternsBeside, type Rule } from './simple-rules.js';

interface RuleTableProps {
  readonly label: string;
  /** Whether the rules are about values of keys. */
  readonly ofValues: boolean;
  readonly rules: readonly Rule[];
  /** For each field of a rule. */
  readonly suggestions: Readonly<Record<'key' | 'from' | 'to', readonly string[]>>;
  /** What becomes of it without the rule; undefined where it is dropped. */
  readonly without: (rule: Rule) => string | undefined;
  readonly problemOf: (rule: Rule) => string | undefined;
  readonly isMarked: (rule: Rule) => boolean;
  readonly onPoint: (rule: Rule | undefined) => void;
  readonly onChange: (rules: readonly Rule[]) => void;
}

/** Rules in rows, the first that fits first. Enter leads to the row below, or adds one. */
export function RuleTable(props: RuleTableProps) {
  const { label, ofValues, rules, suggestions, onPoint, onChange } = props;
  const id = useId();
  const added = useRef(0);
  const add = () => {
    added.current += 1;
    const key = ofValues ? (rules.at(-1)?.key ?? '') : '';
    onChange([...rules, { id: `${id}${added.current}`, key, from: '', isPattern: false, spaces: 0, to: undefined }]);
  };
  const press = (event: KeyboardEvent, rule: Rule) => {
    const { key, altKey, target, currentTarget } = event;
    if (!(target instanceof HTMLInputElement) || !(currentTarget instanceof HTMLElement)) return;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
    if (altKey && step !== undefined) {
      event.preventDefault();
      move(rule, step);
    } else if (key === 'Enter') {
      const below = currentTarget.nextElementSibling?.querySelector<HTMLElement>(`[name=${target.name}]`);
      if (below) below.focus();
      else add();
    }
  };
  const move = (rule: Rule, step: 1 | -1) => {
    const focused = document.activeElement;
    onChange(moved(rules, rule, step));
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
  };
  return (
    <>
      <h3>{label}</h3>
      {Object.entries(suggestions).map(([name, words]) => (
        <datalist key={name} id={`${id}${name}`}>
          {[...new Set(words)].map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      ))}
      <div class={ofValues ? 'rules-head of-values' : 'rules-head'} aria-hidden="true">
        <span>{t('Key')}</span>
        {ofValues && <span>{t('Value')}</span>}
        <span />
        <span>{ofValues ? t('New value') : t('New name')}</span>
      </div>
      <ul class={ofValues ? 'rules of-values' : 'rules'} aria-label={label} onMouseLeave={() => onPoint(undefined)}>
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
        <Button icon="plus" onClick={add}>
          {t('Add a rule')}
        </Button>
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
  useEffect(() => {
    if (sample !== undefined || to !== undefined) return;
    [...(row.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')?.focus();
  }, []);
  const [problem, now] = [props.problemOf(rule), props.without(rule)];
  const note = useId();
  /** The focus stays in the table although the button goes that was pressed, or the row, unless it is one of the sample. */
  const leave = (change: Partial<Rule>) => {
    const next =
      sample === undefined ? (row.current?.nextElementSibling ?? row.current?.previousElementSibling) : row.current;
    next?.querySelector<HTMLElement>('[name=to]')?.focus();
    if (sample === undefined) props.onRemove();
    else onSet(change);
  };
  const about = (change: Partial<Rule>) => onSet({ ...change, sample: undefined });
  const point = () => props.onPoint(rule);
  return (
    <li
      ref={row}
      class={props.isMarked(rule) ? 'marked' : ''}
      onKeyDown={onPress}
      onFocusIn={point}
      onMouseEnter={point}
    >
      {ofValues && (
        <Cell name="key" label={t('Key')} value={key} list={`${lists}key`} onChange={(next) => about({ key: next })} />
      )}
      <Cell
        name="from"
        label={ofValues ? t('Value of {name}', { name: key }) : t('Key')}
        value={from}
        list={isPattern ? undefined : `${lists}from`}
        note={problem && note}
        onChange={(next) => about({ from: next })}
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
      <Cell
        name="to"
        label={ofValues ? t('New value of {name}', { name: from }) : t('New name of {name}', { name: from })}
        value={to ?? ''}
        list={`${lists}to`}
        placeholder={to === '' ? t('empty') : (now ?? t('is dropped'))}
        onChange={(next) => onSet({ to: next === '' && !ofValues ? undefined : next })}
      />
      <RowButtons rule={rule} isDropped={now === undefined} onMove={props.onMove} onLeave={leave} />
      {problem !== undefined && (
        <p id={note} class="hint error">
          {problem}
        </p>
      )}
    </li>
  );
}

interface RowButtonsProps extends Pick<RowProps, 'rule' | 'onMove'> {
  readonly isDropped: boolean;
  readonly onLeave: (change: Partial<Rule>) => void;
}

function RowButtons({ rule: { from, to, sample }, isDropped, onMove, onLeave }: RowButtonsProps) {
  const buttons = [
    onMove && ({ icon: 'up', label: t('Try {name} earlier', { name: from }), onClick: () => onMove(-1) } as const),
    onMove && ({ icon: 'down', label: t('Try {name} later', { name: from }), onClick: () => onMove(1) } as const),
    to === undefined &&
      isDropped &&
      ({ icon: 'check', label: t('Keep {name}', { name: from }), onClick: () => onLeave({ to: from }) } as const),
    (sample === undefined || to !== undefined) &&
      ({
        icon: 'close',
        label: t('Remove the rule of {name}', { name: from }),
        onClick: () => onLeave({ to: undefined }),
      } as const),
  ];
  return (
    <span class="row tight">
      {buttons.map((button) => button && <Button key={button.icon} kind="quiet" {...button} />)}
    </span>
  );
}

interface CellProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly list?: string | undefined;
  readonly placeholder?: string;
  /** The id of what is wrong with it. */
  readonly note?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Cell({ label, note, onChange, ...more }: CellProps) {
  return (
    <input
      type="text"
      class="input mono"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      aria-invalid={note === undefined ? undefined : true}
      aria-describedby={note}
      {...more}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
