import type { Routes } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { SelectField, TextField } from '../../components/field.js';
import { FilterForm } from '../../components/filter-form.js';
import { periodIn } from '../../components/period.js';

export type Search = Routes['GET /debug-log']['query'];

/** Filters that the address has, by the name of their parameter. */
const FILTERS = [
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
  'apiKey',
  'address',
  'slowerThan',
] as const;

/** What the log shows unless its address says otherwise. */
export const USUAL_PERIOD = '24h';

/** The search that an address asks for, in the log of all services or of one. */
export function searchOf(parameters: URLSearchParams, service: string): Search {
  const given = [...FILTERS, 'failed', 'order'].map((name) => [name, parameters.get(name) ?? ''] as const);
  const ofService = service === '' ? {} : { service };
  // The server says what is wrong with it.
  return { ...Object.fromEntries(given), ...ofService, ...periodIn(parameters, USUAL_PERIOD) };
}

export function hasFilters(parameters: URLSearchParams): boolean {
  return FILTERS.some((name) => (parameters.get(name) ?? '') !== '');
}

export function LogFilter({ isOfOne }: { readonly isOfOne: boolean }) {
  return (
    <FilterForm names={FILTERS}>
      {(field) => (
        <>
          {!isOfOne && <TextField label={t('Service')} {...field('service')} />}
          <SelectField label={t('Direction')} choices={types()} {...field('type')} />
          <TextField label={t('Operation or invoker')} {...field('operation')} />
          <TextField label={t('Status')} {...field('status')} more={{ inputMode: 'numeric', placeholder: '500' }} />
          <TextField label={t('Error code')} {...field('errorCode')} />
          <SelectField label={t('Level')} choices={levels()} {...field('level')} />
          <TextField label={t('Method')} {...field('method')} more={{ placeholder: 'POST' }} />
          <TextField label={t('Path')} {...field('path')} more={{ placeholder: '/Webservice/*' }} />
          <TextField label={t('Caller')} {...field('caller')} />
          <TextField label={t('API key')} {...field('apiKey')} />
          <TextField label={t('Address')} {...field('address')} />
          <TextField label={t('Slower than (ms)')} {...field('slowerThan')} more={{ inputMode: 'numeric' }} />
        </>
      )}
    </FilterForm>
  );
}

function types() {
  return { '': t('In both directions'), Provider: t('Received by operations'), Requester: t('Sent by invokers') };
}

function levels() {
  return [
    { value: '', text: t('All levels') },
    ...['debug', 'info', 'notice', 'error'].map((value) => ({ value, text: value })),
  ];
}
