import type { Routes } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { TextField } from '../../components/field.js';
import { FilterForm } from '../../components/filter-form.js';
import { ReferenceField } from '../../components/reference-field.js';

type Search = Routes['GET /audit']['query'];

/** Filters of the form, by their parameters of the address. */
export const BY_FORM = ['author', 'subject', 'since', 'until'] as const;

export function searchOf(parameters: URLSearchParams): Search {
  const given = ['text', 'action', ...BY_FORM].map((name) => [name, parameters.get(name) ?? ''] as const);
  return Object.fromEntries(given); // the server says what is wrong with it
}

export function AuditFilter() {
  return (
    <FilterForm names={BY_FORM}>
      {(field) => (
        <>
          <ReferenceField label={t('Who')} kind="Agents" {...field('author')} />
          <TextField label={t('What')} {...field('subject')} />
          <TextField label={t('From')} {...field('since')} more={{ placeholder: '2026-11-22T10:00' }} />
          <TextField label={t('Until')} {...field('until')} more={{ placeholder: '2026-11-22T12:00' }} />
        </>
      )}
    </FilterForm>
  );
}
