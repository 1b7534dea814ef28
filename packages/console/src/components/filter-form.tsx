import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { query, setQuery } from '../app/location.js';
import { Button } from './button.js';

interface FilterFormProps {
  /** Parameters of the address. */
  readonly names: readonly string[];
  readonly children: (field: (name: string) => Filled) => ComponentChildren;
}

interface Filled {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Filters that apply when somebody sends them, so that typing does not search. */
export function FilterForm({ names, children }: FilterFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(query.value));
  const given = names.map((name) => query.value.get(name));
  useEffect(() => setValues(Object.fromEntries(query.value)), given);
  const apply = (chosen: typeof values) => {
    const changes = Object.fromEntries(names.map((name) => [name, chosen[name]]));
    setQuery({ ...changes, before: undefined }, { replace: false });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    apply(values);
  };
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <form class="filters card" onSubmit={submit} aria-label={t('Filters')}>
      {children(field)}
      <div class="row filter-actions">
        <Button kind="primary" submit>
          {t('Apply')}
        </Button>
        <Button onClick={() => apply({})}>{t('Clear')}</Button>
      </div>
    </form>
  );
}
