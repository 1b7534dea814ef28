import { administrator } from '../api/signed-in.js';
import { count, t } from './language.js';
import { path } from './location.js';

/** What a part of a page needs: to look at all there is, to publish the web service of the page, to have keys for one, or everything. */
export type Need = 'look' | 'publish' | 'keys' | 'everything';

/** Whether the user may do it; the server checks that, too. */
export function may(need: Need | undefined): boolean {
  const { may: all, services = {} } = administrator.value ?? {};
  if (need === undefined || all === 'everything') return true;
  if (need === 'look') return all === 'look';
  if (need === 'keys') return Object.values(services).some((rights) => rights.includes(need));
  const [, name = ''] = /^\/services\/([^/]+)/.exec(path.value) ?? [];
  return need === 'publish' && services[decodeURIComponent(name)]?.includes(need) === true;
}

/** Pages that not everybody may open. */
const NEEDS: readonly (readonly [RegExp, Need])[] = [
  [/^\/services\/(?:new|import|[^/]+\/try)$/, 'everything'],
  [/^\/access\/keys$/, 'keys'],
  [/^\/(?:access|audit|catalogue|invokers|system)(?:\/|$)/, 'look'],
];

export function mayOpen(page: string): boolean {
  const need = NEEDS.find(([pages]) => pages.test(page))?.[1];
  // Keys of others are a list like others.
  return may(need) || (need === 'keys' && may('look'));
}

/** The parts that the user may use. */
export function allowed<Part extends { readonly needs?: Need | undefined }>(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ needs }) => may(needs));
}

/** A sentence about what the user may do; undefined if that is everything. */
export function roleWords(): string | undefined {
  const { may: all, services = {} } = administrator.value ?? {};
  if (all === 'everything') return undefined;
  const publishable = Object.keys(services).filter((name) => services[name]?.includes('publish'));
  const looks =
    all === 'look'
      ? t('You may look at everything.')
      : count(Object.keys(services).length, 'You may look at one service.', 'You may look at {number} services.');
  return publishable.length === 0
    ? `${looks} ${t('You cannot change anything.')}`
    : `${looks} ${t('You may publish: {names}.', { names: publishable.join(', ') })}`;
}
