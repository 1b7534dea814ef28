import type { Service } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import type { Tone } from '../../components/badge.js';
import { t } from '../../app/language.js';

/** Of all pages. */
export async function listServices(signal?: AbortSignal): Promise<readonly Service[]> {
  const all: Service[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const query = { limit: 200, after };
    const page = await call('GET /services', { query, signal });
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

export function stateOf({ state }: Pick<Service, 'state'>): { readonly tone: Tone; readonly text: string } {
  return {
    served: { tone: 'good', text: t('Served') },
    disabled: { tone: 'plain', text: t('Disabled') },
    'not servable': { tone: 'bad', text: t('Not servable') },
    absent: { tone: 'warn', text: t('Only a file') },
  }[state] as { readonly tone: Tone; readonly text: string };
}
