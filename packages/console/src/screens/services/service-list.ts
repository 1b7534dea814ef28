import type { Service } from '../../api/admin-api.js';
import { allPages, call, isReachable } from '../../api/call.js';
import { t } from '../../app/language.js';
import type { Toned } from '../../components/badge.js';

export function getServices(signal: AbortSignal): Promise<readonly Service[]> {
  return allPages((after) => call('GET /services', { query: { limit: 200, after }, signal }));
}

export function describeServiceState({ state }: Pick<Service, 'state'>): Toned {
  if (!isReachable.value) return { tone: 'plain', text: t('Not known now') };
  const shown: Readonly<Record<Service['state'], Toned>> = {
    served: { tone: 'good', text: t('Served') },
    disabled: { tone: 'plain', text: t('Disabled') },
    'not servable': { tone: 'bad', text: t('Not servable') },
    absent: { tone: 'warn', text: t('Only a file') },
  };
  return shown[state];
}
