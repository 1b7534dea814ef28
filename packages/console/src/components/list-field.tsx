import { useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { Button } from './button.js';
import { TextField, type Labelled } from './field.js';

interface ListFieldProps extends Labelled {
  readonly values: readonly string[];
  readonly suggestions?: readonly string[] | undefined;
  readonly onChange: (values: readonly string[]) => void;
  /** Whenever what is typed changes. */
  readonly onTyped?: (text: string) => void;
}

/** Several short texts, each of which is typed or chosen and then added. */
export function ListField({ values, suggestions = [], onChange, onTyped, ...labelled }: ListFieldProps) {
  const { label } = labelled;
  const [typed, setTyped] = useState('');
  const type = (text: string) => {
    setTyped(text);
    onTyped?.(text);
  };
  const add = () => {
    const word = typed.trim();
    if (word !== '' && !values.includes(word)) onChange([...values, word]);
    type('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === '') return;
    event.preventDefault();
    add();
  };
  return (
    <div class="list-field" onKeyDown={press} onChange={add}>
      <div class="row top">
        <div class="grow">
          <TextField
            {...labelled}
            value={typed}
            onChange={type}
            suggestions={suggestions.filter((each) => !values.includes(each))}
          />
        </div>
        <Button icon="plus" label={t('Add to {name}', { name: label })} disabled={typed === ''} onClick={add} />
      </div>
      {values.length > 0 && (
        <ul class="chips" aria-label={label}>
          {values.map((value) => (
            <li key={value} class="chip">
              <span class="break">{value}</span>
              <Button
                kind="quiet"
                icon="close"
                label={t('Remove {name}', { name: value })}
                onClick={() => onChange(values.filter((each) => each !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
