import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import '../styles/entries.css';
import { t } from '../app/language.js';
import { attempt } from '../app/toasts.js';
import { Button } from './button.js';
import { TextField, type Labelled, type Filled } from './field.js';

interface ListFieldProps extends Labelled, Filled<readonly string[]> {
  readonly suggestions?: readonly string[] | undefined;
  /** Whenever what is typed changes. */
  readonly onTyped?: (text: string) => void;
  /** Whether it can be added; default: all words can. */
  readonly accepts?: ((word: string) => boolean | Promise<boolean>) | undefined;
  /** Why a word cannot be added; default: there is nothing of this name. */
  readonly refusal?: (word: string) => string;
}

/** Several short texts, each of which is typed or chosen and then added. */
export function ListField({
  value: values,
  suggestions = [],
  onChange,
  onTyped,
  accepts,
  refusal = (name) => t('There is no {name}.', { name }),
  ...labelled
}: ListFieldProps) {
  const { label } = labelled;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string>();
  const error = refused === undefined ? undefined : refusal(refused);
  const field = useRef<HTMLDivElement>(null);
  // A form is not sent while a word is typed but not yet in the list: without the word, there would be no limit.
  useLayoutEffect(() => {
    const isPending = typed.trim() !== '';
    const problem = error ?? t('This is not added yet. Press Enter, or empty this field.');
    field.current?.querySelector('input')?.setCustomValidity(isPending ? problem : '');
  }, [typed, error]);
  const type = (text: string) => {
    setTyped(text);
    setRefused(undefined);
    onTyped?.(text);
  };
  const add = async () => {
    const word = typed.trim();
    const isNew = word !== '' && !values.includes(word);
    if (isNew && accepts !== undefined && !(await accepts(word))) {
      setRefused(word);
      return;
    }
    if (isNew) onChange([...values, word]);
    // What is typed meanwhile stays.
    if (field.current?.querySelector('input')?.value.trim() === word) type('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === '') return;
    event.preventDefault();
    void attempt(add);
  };
  return (
    <div ref={field} class="list-field" onKeyDown={press} onChange={() => void attempt(add)}>
      <div class="row top">
        <div class="grow">
          <TextField
            {...labelled}
            {...(error === undefined ? {} : { error })}
            value={typed}
            onChange={type}
            suggestions={suggestions.filter((each) => !values.includes(each))}
          />
        </div>
        {/* The field keeps the focus, also for the next word: adding when it is left would move the button away from the mouse. */}
        <div class="add" onMouseDown={(event) => event.preventDefault()}>
          <Button icon="plus" label={t('Add to {name}', { name: label })} disabled={typed === ''} onClick={add} />
        </div>
      </div>
      {/* Its line is there before the first word: what is below must not move while somebody clicks on it. */}
      <Chips label={label} value={values} onChange={onChange} />
    </div>
  );
}

export function Chips({ label, value: values, onChange }: Pick<ListFieldProps, 'label' | 'value' | 'onChange'>) {
  return (
    <ul class="chips" aria-label={label}>
      {values.map((word) => (
        <li key={word} class="chip">
          <span class="break">{word}</span>
          <Button
            kind="quiet"
            icon="close"
            label={t('Remove {name}', { name: word })}
            onClick={() => onChange(values.filter((each) => each !== word))}
          />
        </li>
      ))}
    </ul>
  );
}
