import { useLayoutEffect, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { query, setQuery } from '../app/location.js';
import { Button } from './button.js';
import { type Choices, type Filled, SelectField, TextField, type InputProps } from './field.js';
import { ReferenceField } from './reference-field.js';

interface FilterInput {
  readonly label: string;
  readonly choices?: Choices;
  /** The kind of the catalogue whose entries it names. */
  readonly kind?: string;
  readonly more?: InputProps;
}

/** By their parameters of the address. */
export type FilterInputs = Readonly<Record<string, FilterInput>>;

interface FilterFormProps {
  /** The parameters that it sets and clears, also those of inputs elsewhere. */
  readonly names: readonly string[];
  readonly inputs: FilterInputs;
}

/** Filters that apply when somebody sends them, so that typing does not search. */
export function FilterForm({ names, inputs }: FilterFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(query.value));
  const given = names.map((name) => query.value.get(name));
  // With the render: what is typed next must stay.
  useLayoutEffect(() => setValues(Object.fromEntries(query.value)), given);
  const apply = (chosen: typeof values) => {
    const changes = Object.fromEntries(names.map((name) => [name, chosen[name]]));
    setQuery({ ...changes, before: undefined }, { replace: false });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    apply(values);
  };
  return (
    <form class="filters card" onSubmit={submit} aria-label={t('Filters')}>
      {Object.entries(inputs).map(([name, input]) => (
        <Input
          key={name}
          {...input}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <div class="row filter-actions">
        <Button kind="primary" submit text={t('Apply')} />
        <Button onClick={() => apply({})} text={t('Clear')} />
      </div>
    </form>
  );
}

function Input({ choices, kind, more = {}, ...filled }: FilterInput & Filled<string>) {
  if (choices !== undefined) return <SelectField {...filled} choices={choices} />;
  return kind === undefined ? <TextField {...filled} more={more} /> : <ReferenceField {...filled} kind={kind} />;
}
