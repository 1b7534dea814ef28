import type { Routes } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import type { FilterInputs } from '../../components/filter-form.js';
import { periodIn } from '../../components/period.js';

export type Search = Routes['GET /debug-log']['query'];

/** Filters of the log of all services, or of one. */
export function logFilters(isOfOne = false): FilterInputs {
  const levels = ['debug', 'info', 'notice', 'error'];
  const types = {
    '': t('In both directions'),
    Provider: t('Received by operations'),
    Requester: t('Sent by invokers'),
  };
  return {
    ...(isOfOne ? {} : { service: { label: t('Service') } }),
    type: { label: t('Direction'), choices: types },
    operation: { label: t('Operation or invoker') },
    status: { label: t('Status'), more: { inputMode: 'numeric', placeholder: '500' } },
    errorCode: { label: t('Error code') },
    level: { label: t('Level'), choices: [{ value: '', text: t('All levels') }, ...levels] },
    method: { label: t('Method'), more: { placeholder: 'POST' } },
    path: { label: t('Path'), more: { placeholder: '/Webservice/*' } },
    caller: { label: t('Caller') },
    apiKey: { label: t('API key') },
    address: { label: t('Address') },
    slowerThan: { label: t('Slower than (ms)'), more: { inputMode: 'numeric' } },
  };
}

export function filterNames(): readonly string[] {
  return ['text', ...Object.keys(logFilters())];
}

/** What the log shows unless its address says otherwise. */
export const USUAL_PERIOD = '24h';

/** The search that an address asks for, in the log of all services or of one. */
export function readLogSearch(parameters: URLSearchParams, service: string): Search {
  const given = [...filterNames(), 'failed', 'order'].map((name) => [name, parameters.get(name) ?? ''] as const);
  const ofService = service === '' ? {} : { service };
  // The server says what is wrong with it.
  return { ...Object.fromEntries(given), ...ofService, ...periodIn(parameters, USUAL_PERIOD) };
}

export function hasFilters(parameters: URLSearchParams): boolean {
  return filterNames().some((name) => (parameters.get(name) ?? '') !== '');
}
