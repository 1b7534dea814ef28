import type { Service } from '../../api/admin-api.js';
import { allPages, call, isReachable } from '../../api/call.js';
import { t } from '../../app/language.js';
import type { Toned } from '../../components/badge.js';

export function getServices(signal?: AbortSignal): Promise<readonly Service[]> {
  return allPages((after) => call('GET /services', { query: { limit: 200, after }, signal }));
}

export function describeServiceState({ state }: Pick<Service, 'state'>): Toned {
  return isReachable.value ? describeStates()[state] : { tone: 'plain', text: t('Not known now') };
}

export function describeStates(): Readonly<Record<Service['state'], Toned>> {
  return {
    served: { tone: 'good', text: t('Served') },
    disabled: { tone: 'plain', text: t('Disabled') },
    'not servable': { tone: 'bad', text: t('Not servable') },
    absent: { tone: 'warn', text: t('Only a file') },
  };
}

/** The version that a change is based on. */
export function findBase({ details }: Pick<Service, 'details'>): number {
  return details?.version?.id ?? 1;
}
