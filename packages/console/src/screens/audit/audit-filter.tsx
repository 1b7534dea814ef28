import { useState } from 'preact/hooks';

import type { Routes } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { TextField } from '../../components/field.js';
import { ReferenceField } from '../../components/reference-field.js';

type Search = Routes['GET /audit']['query'];

/** Filters that the address has, by the name of their parameter. */
export const AUDIT_FILTERS = ['text', 'action', 'author', 'subject', 'since', 'until'] as const;
const BY_FORM = ['author', 'subject', 'since', 'until'] as const;

export function searchOf(parameters: URLSearchParams): Search {
  const given = AUDIT_FILTERS.flatMap((name) => {
    const value = parameters.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given); // the server says what is wrong with it
}

/** They apply when somebody sends them, so that typing does not search. */
export function AuditFilter() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(query.value));
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value });
  const apply = (event: Event) => {
    event.preventDefault();
    setQuery({ ...Object.fromEntries(BY_FORM.map((name) => [name, values[name]])), before: undefined });
  };
  const clear = () => {
    setValues({});
    setQuery({ ...Object.fromEntries(BY_FORM.map((name) => [name, undefined])), before: undefined });
  };
  return (
    <form class="filters card" onSubmit={apply} aria-label={t('Filters')}>
      <ReferenceField label={t('Who')} kind="Agents" value={values.author ?? ''} onChange={set('author')} />
      <TextField label={t('What')} value={values.subject ?? ''} onChange={set('subject')} />
      <TextField
        label={t('From')}
        value={values.since ?? ''}
        onChange={set('since')}
        more={{ placeholder: '2026-11-22T10:00' }}
      />
      <TextField
        label={t('Until')}
        value={values.until ?? ''}
        onChange={set('until')}
        more={{ placeholder: '2026-11-22T12:00' }}
      />
      <div class="row filter-actions">
        <Button kind="primary" submit>
          {t('Apply')}
        </Button>
        <Button onClick={clear}>{t('Clear')}</Button>
      </div>
    </form>
  );
}
