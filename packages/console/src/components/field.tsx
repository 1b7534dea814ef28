import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { useId, useState } from 'preact/hooks';

import { t } from '../app/language.js';

export interface Labelled {
  readonly label: string;
  /** The key that the label stands for. */
  readonly name?: string | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends Labelled {
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
  }) => ComponentChildren;
}

export function Field({ label, name, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const describes = note === undefined || note === '' ? undefined : `${id}-note`;
  return (
    <div class="field">
      <label for={id}>
        {label}
        <KeyName of={name} />
      </label>
      {children({ id, 'aria-describedby': describes })}
      {describes !== undefined && (
        <p id={describes} class={error === undefined ? 'hint' : 'hint error'}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The key next to its label, for those who know the text. */
export function KeyName({ of }: { readonly of: string | undefined }) {
  return (
    of !== undefined && (
      <>
        {' '}
        <code class="key-name">{of}</code>
      </>
    )
  );
}

/** The values of a form, and the props of a field for each of them. */
export function useFields<Values extends object>(first: Values | (() => Values)) {
  const [values, setValues] = useState(first);
  const makeField = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => setValues((old) => ({ ...old, [name]: value })),
  });
  return { values, makeField };
}

export interface Filled<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Further attributes of some inputs. */
export type InputProps = Readonly<
  Pick<
    PartialInputHTMLAttributes<HTMLInputElement>,
    'type' | 'inputMode' | 'placeholder' | 'autocomplete' | 'autocapitalize' | 'autofocus' | 'required' | 'maxLength'
  >
>;

interface TextFieldProps extends Labelled, Filled<string> {
  /** What the browser offers while somebody types. */
  readonly suggestions?: readonly string[] | undefined;
  readonly more?: InputProps;
}

export function TextField({ value, onChange, suggestions, more, ...labelled }: TextFieldProps) {
  const { error } = labelled;
  return (
    <Field {...labelled}>
      {(ids) => (
        <>
          <input
            type="text"
            class="input"
            autocomplete="off"
            aria-invalid={error === undefined ? undefined : true}
            {...ids}
            // The types of Preact have a set of roles for each type of input.
            {...(more as { readonly type?: 'text' })}
            {...(suggestions === undefined ? {} : { list: `${ids.id}-list` })}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {suggestions !== undefined && <Suggestions id={`${ids.id}-list`} words={suggestions} />}
        </>
      )}
    </Field>
  );
}

/** Why something is changed. */
export function CommentField(filled: Filled<string>) {
  return <TextField label={t('Why, for the audit log')} {...filled} />;
}

export function Suggestions({ id, words }: { readonly id: string; readonly words: readonly string[] }) {
  return (
    <datalist id={id}>
      {[...new Set(words)].map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  );
}

interface AreaFieldProps extends Labelled, Filled<string> {
  readonly rows?: number;
  readonly isCode?: boolean;
}

export function AreaField({ value, onChange, rows = 3, isCode = false, ...labelled }: AreaFieldProps) {
  return (
    <Field {...labelled}>
      {(ids) => (
        <textarea
          class={isCode ? 'input mono' : 'input'}
          rows={rows}
          spellcheck={!isCode}
          {...ids}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly text: string;
}

/** Values with their words, or in a list whose order counts; those without words stand for themselves. */
export type Choices<Value extends string = string> =
  | readonly (Choice<Value> | Value)[]
  | Readonly<Partial<Record<Value, string>>>;

interface ChoiceProps<Value extends string> extends Filled<Value> {
  readonly choices: Choices<Value>;
}

/** The chosen value is always one of the options. */
function Options({ value: chosen, choices }: Pick<ChoiceProps<string>, 'value' | 'choices'>) {
  const known = Array.isArray(choices)
    ? choices.map((each: Choice | string) => (typeof each === 'string' ? { value: each, text: each } : each))
    : Object.entries(choices).map(([value, text]) => ({ value, text }));
  const isKnown = known.some(({ value }) => value === chosen);
  return (
    <>
      {(isKnown ? known : [{ value: chosen, text: chosen || '–' }, ...known]).map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </>
  );
}

export function SelectField<Value extends string>({
  value,
  choices,
  onChange,
  ...labelled
}: Labelled & ChoiceProps<Value>) {
  return (
    <Field {...labelled}>
      {(ids) => (
        // Its values are those of the choices.
        <select class="input" {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
          <Options value={value} choices={choices} />
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps extends Labelled {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** What is turned on or off. */
  readonly isSwitch?: boolean;
}

export function CheckField({ label, name, hint, error, checked, onChange, isSwitch }: CheckFieldProps) {
  const note = error ?? hint;
  return (
    <label class="check">
      <input
        type="checkbox"
        {...(isSwitch === true ? { role: 'switch' as const } : {})}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        <KeyName of={name} />
        {note !== undefined && note !== '' && <span class={error === undefined ? 'hint' : 'hint error'}>{note}</span>}
      </span>
    </label>
  );
}

interface ChecksFieldProps extends Labelled, Filled<readonly string[]> {
  readonly choices: readonly string[];
}

export function ChecksField({ label, name, hint, error, value: values, choices, onChange }: ChecksFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend class="legend">
        {label}
        <KeyName of={name} />
      </legend>
      <div class="row checks">
        {choices.map((each) => (
          <CheckField
            key={each}
            label={each}
            checked={values.includes(each)}
            onChange={(is) => onChange(choices.filter((one) => (one === each ? is : values.includes(one))))}
          />
        ))}
      </div>
      <p id={`${id}-note`} class={error === undefined ? 'hint' : 'hint error'}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}

/** Its label is inside it. */
export function SearchField({ label, value, onChange }: Labelled & Filled<string>) {
  return (
    <input
      type="search"
      class="input search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A choice above a list; its label is for screen readers. */
export function Picker({ label, value, choices, onChange }: Labelled & ChoiceProps<string>) {
  return (
    <select
      class="input picker"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <Options value={value} choices={choices} />
    </select>
  );
}
