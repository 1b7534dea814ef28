import type { Service } from '../../api/admin-api.js';
import { allPages, call } from '../../api/call.js';
import { t } from '../../app/language.js';
import type { Toned } from '../../components/badge.js';

export function listServices(signal: AbortSignal): Promise<readonly Service[]> {
  return allPages((after) => call('GET /services', { query: { limit: 200, after }, signal }));
}

export function stateOf({ state }: Pick<Service, 'state'>): Toned {
  return {
    served: { tone: 'good', text: t('Served') },
    disabled: { tone: 'plain', text: t('Disabled') },
    'not servable': { tone: 'bad', text: t('Not servable') },
    absent: { tone: 'warn', text: t('Only a file') },
  }[state] as Toned;
}
