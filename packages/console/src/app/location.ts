import { computed, signal } from '@preact/signals';

/** The path below which a proxy shows the server; the page of the server that shows sources has none. */
const PREFIX = document.querySelector<HTMLMetaElement>('meta[name=prefix]')?.content.replace(/^@.*/, '') ?? '';

/** Where web services are. */
export const SERVER = window.location.origin + PREFIX;

/** Everything is below it. */
export const BASE = `${PREFIX}/admin`;

const address = signal(new URL(window.location.href));

/** Below `/admin`, for example `/services/Helpdesk`. */
export const path = computed(() => address.value.pathname.slice(BASE.length) || '/');
export const query = computed(() => address.value.searchParams);
/** Where the earlier pages of the list begin, for the way back. */
export const trail = signal<readonly string[]>(stateNow().trail ?? []);

/** What the history of the browser keeps of an address. */
interface Kept {
  readonly trail?: readonly string[];
  /** How far somebody had scrolled. */
  readonly top?: number;
}

function stateNow(): Kept {
  return (window.history.state ?? {}) as Kept; // written below, and by nobody else
}

let mayLeave = () => true;

/** Asks before somebody goes to another screen, until the result is called. */
export function guardLeaving(ask: () => boolean): () => void {
  mayLeave = ask;
  return () => (mayLeave = () => true);
}

interface How {
  readonly replace?: boolean;
  readonly trail?: readonly string[];
}

export function navigate(to: string, { replace = false, trail: kept = [] }: How = {}): void {
  const url = new URL(BASE + to, window.location.href);
  if (url.href === address.value.href) return;
  const isOtherScreen = url.pathname !== address.value.pathname;
  if (isOtherScreen && !mayLeave()) return;
  window.history.replaceState({ ...stateNow(), top: window.scrollY }, '');
  window.history[replace ? 'replaceState' : 'pushState']({ trail: kept }, '', url);
  trail.value = kept;
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
export function setQuery(changes: Changes, { replace = true, ...how }: How = {}): void {
  navigate(withQuery(changes), { replace, ...how });
}

/** The path that is shown, with other parameters of the address; undefined and empty ones are left out. */
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

export function toService(name: string, tab = '', parameters: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(parameters).toString();
  return `/services/${encodeURIComponent(name)}${tab === '' ? '' : `/${tab}`}${text === '' ? '' : `?${text}`}`;
}

/** An invoker of a web service, or all of them. */
export function invokerPath(service: string, invoker = ''): string {
  return toService(service, invoker === '' ? 'invokers' : `invokers/${encodeURIComponent(invoker)}`);
}

/** Follows links to the console without loading the page again. */
export function followLinks(): void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => {
    const url = new URL(window.location.href);
    if (url.pathname !== address.value.pathname && !mayLeave()) {
      window.history.pushState(undefined, '', address.value);
      return;
    }
    const left = address.value;
    trail.value = stateNow().trail ?? [];
    address.value = url;
    if (url.pathname !== left.pathname) returnTo(stateNow().top ?? 0, left);
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

/** Milliseconds in which a list comes back; later, the user has gone on. */
const RETURN = 3000;

/** Scrolls to where somebody was, and to the row that led away, as soon as the list is there again. */
function returnTo(top: number, left: URL): void {
  const until = Date.now() + RETURN;
  const watch = () => {
    const row = document.querySelector<HTMLElement>(`.row-link[href="${CSS.escape(left.pathname)}"]`);
    const isThere = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (row === null && Date.now() < until) requestAnimationFrame(watch);
    if (row === null || !isThere) return;
    window.scrollTo(0, top);
    row.focus({ preventScroll: true });
  };
  requestAnimationFrame(watch);
}
