import { computed, signal } from '@preact/signals';

/** Everything is below it. */
export const BASE = '/admin';

const address = signal(new URL(window.location.href));

/** Below `/admin`, for example `/services/Helpdesk`. */
export const path = computed(() => address.value.pathname.slice(BASE.length) || '/');
export const query = computed(() => address.value.searchParams);

let mayLeave = () => true;

/** Asks before somebody goes to another screen, until the result is called. */
export function guardLeaving(ask: () => boolean): () => void {
  mayLeave = ask;
  return () => (mayLeave = () => true);
}

export function navigate(to: string, { replace = false } = {}): void {
  const url = new URL(BASE + to, window.location.href);
  if (url.href === address.value.href) return;
  const isOtherScreen = url.pathname !== address.value.pathname;
  if (isOtherScreen && !mayLeave()) return;
  window.history[replace ? 'replaceState' : 'pushState'](undefined, '', url);
  address.value = url;
  if (isOtherScreen) window.scrollTo(0, 0);
}

/** A number in the address that is not 0. */
export function queryNumber(name: string): number | undefined {
  const number = Number(query.value.get(name));
  return number === 0 || Number.isNaN(number) ? undefined : number;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** Changes parameters of the address. */
export function setQuery(changes: Changes, { replace = true } = {}): void {
  navigate(withQuery(changes), { replace });
}

/** The path with other parameters of the address; undefined and empty ones go. */
export function withQuery(changes: Changes): string {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return `${path.value}${text === '' ? '' : `?${text}`}`;
}

/** The parts of a path that fits a pattern such as `/services/:name`, decoded. */
export function match(pattern: string, given: string): Readonly<Record<string, string>> | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const found = new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)')}/?$`).exec(given);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  } catch {
    // Nothing has an address with a broken escape, such as `%A`.
    return undefined;
  }
}

export function servicePath(name: string, tab = ''): string {
  return `/services/${encodeURIComponent(name)}${tab === '' ? '' : `/${tab}`}`;
}

/** Links to the console do not load the page anew. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    const url = new URL(window.location.href);
    if (url.pathname === address.value.pathname || mayLeave()) address.value = url;
    else window.history.pushState(undefined, '', address.value);
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '') return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== window.location.origin || !url.pathname.startsWith(`${BASE}/`)) return;
    if (url.pathname.startsWith(`${BASE}/api/`)) return;
    event.preventDefault();
    navigate(url.pathname.slice(BASE.length) + url.search);
  });
}
