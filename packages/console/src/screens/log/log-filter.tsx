import { useState } from 'preact/hooks';

import type { Routes } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { TextField, SelectField } from '../../components/field.js';

type Search = Routes['GET /debug-log']['query'];

/** Filters that the address has, by the name of their parameter. */
export const FILTERS = [
  'text',
  'service',
  'type',
  'operation',
  'status',
  'errorCode',
  'level',
  'method',
  'path',
  'caller',
  'address',
  'slowerThan',
  'from',
  'to',
] as const;

/** The search that an address asks for. */
export function searchOf(parameters: URLSearchParams): Search {
  const given = [...FILTERS, 'failed', 'order'].flatMap((name) => {
    const value = parameters.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given); // the server says what is wrong with it
}

export function hasFilters(parameters: URLSearchParams): boolean {
  return FILTERS.some((name) => (parameters.get(name) ?? '') !== '');
}

/** All filters; they apply when somebody sends them, so that typing does not search. */
export function LogFilter() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(query.value));
  const set = (name: string) => (value: string) => setValues({ ...values, [name]: value });
  const field = (name: string, label: string, more = {}) => (
    <TextField label={label} value={values[name] ?? ''} onChange={set(name)} more={more} />
  );
  const apply = (event: Event) => {
    event.preventDefault();
    setQuery({ ...Object.fromEntries(FILTERS.map((name) => [name, values[name]])), before: undefined });
  };
  return (
    <form class="filters card" onSubmit={apply} aria-label={t('Filters')}>
      {field('service', t('Service'))}
      <SelectField label={t('Direction')} value={values.type ?? ''} choices={types()} onChange={set('type')} />
      {field('operation', t('Operation or invoker'))}
      {field('status', t('Status'), { inputMode: 'numeric', placeholder: '500' })}
      {field('errorCode', t('Error code'))}
      <SelectField label={t('Level')} value={values.level ?? ''} choices={levels()} onChange={set('level')} />
      {field('method', t('Method'), { placeholder: 'POST' })}
      {field('path', t('Path'), { placeholder: '/Webservice/*' })}
      {field('caller', t('Caller'))}
      {field('address', t('Address'))}
      {field('slowerThan', t('Slower than (ms)'), { inputMode: 'numeric' })}
      {field('from', t('From'), { placeholder: '2026-11-22T10:00' })}
      {field('to', t('Until'), { placeholder: '2026-11-22T12:00' })}
      <div class="row filter-actions">
        <Button kind="primary" submit>
          {t('Apply')}
        </Button>
        <Button
          onClick={() => {
            setValues({});
            setQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
          }}
        >
          {t('Clear')}
        </Button>
      </div>
    </form>
  );
}

function types() {
  return [
    { value: '', text: t('In both directions') },
    { value: 'Provider', text: t('Received by operations') },
    { value: 'Requester', text: t('Sent by invokers') },
  ];
}

function levels() {
  return [
    { value: '', text: t('All levels') },
    ...['debug', 'info', 'notice', 'error'].map((value) => ({ value, text: value })),
  ];
}
