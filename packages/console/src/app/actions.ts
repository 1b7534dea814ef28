import { call } from '../api/call.js';
import { stopListening } from '../api/listen-to-events.js';
import { askNextTime } from '../api/provider-sign-in.js';
import { administrator } from '../api/signed-in.js';
import type { IconName } from '../components/icon.js';
import { language, setLanguage, t } from './language.js';
import { may, mayOpen } from './may.js';
import { theme, THEMES } from './theme.js';

export interface Place {
  readonly path: string;
  readonly text: () => string;
  readonly icon: IconName;
  /** After `g`. */
  readonly letter: string;
}

const PLACES: readonly Place[] = [
  { path: '/', text: () => t('Services'), icon: 'services', letter: 's' },
  { path: '/invokers', text: () => t('Calls of invokers'), icon: 'out', letter: 'i' },
  { path: '/log', text: () => t('Debug log'), icon: 'log', letter: 'l' },
  { path: '/access/agents', text: () => t('Access'), icon: 'access', letter: 'a' },
  { path: '/catalogue', text: () => t('Catalogue'), icon: 'catalogue', letter: 'c' },
  { path: '/system', text: () => t('System'), icon: 'system', letter: 'y' },
];

/** The entries of the navigation in their order. Some administrators may open only the keys of all accounts. */
export function places(): readonly Place[] {
  const keys: Place = { path: '/access/keys', text: () => t('API keys'), icon: 'key', letter: 'a' };
  return (may('look') ? PLACES : [...PLACES, keys]).filter((place) => mayOpen(place.path));
}

export function isAt(place: Place, path: string): boolean {
  const [first = ''] = path.slice(1).split('/');
  const others: Readonly<Record<string, readonly string[]>> = { '/': ['services'], '/system': ['operations', 'audit'] };
  return [place.path.split('/')[1], ...(others[place.path] ?? [])].includes(first);
}

export function nextTheme(): void {
  const at = THEMES.indexOf(theme.value);
  theme.value = THEMES[(at + 1) % THEMES.length] ?? 'system';
}

export function themeName(): string {
  return { system: t('As the system'), light: t('Light'), dark: t('Dark') }[theme.value];
}

export async function switchLanguage(): Promise<void> {
  await setLanguage(language.value === 'de' ? 'en' : 'de');
}

export async function signOut(): Promise<void> {
  await call('DELETE /session');
  stopListening();
  askNextTime();
  administrator.value = null;
}
