import { call } from '../api/call.js';
import { stopListening } from '../api/events.js';
import { askNextTime } from '../api/provider-sign-in.js';
import { administrator } from '../api/session.js';
import type { IconName } from '../components/icon.js';
import { language, setLanguage, t } from './language.js';
import { theme, THEMES } from './theme.js';

export interface Place {
  readonly path: string;
  readonly text: () => string;
  readonly icon: IconName;
  /** After `g`. */
  readonly letter: string;
}

/** What the navigation has, in its order. */
export const PLACES: readonly Place[] = [
  { path: '/', text: () => t('Services'), icon: 'services', letter: 's' },
  { path: '/invokers', text: () => t('Calls of invokers'), icon: 'out', letter: 'i' },
  { path: '/log', text: () => t('Debug log'), icon: 'log', letter: 'l' },
  { path: '/access/agents', text: () => t('Access'), icon: 'access', letter: 'a' },
  { path: '/catalogue', text: () => t('Catalogue'), icon: 'catalogue', letter: 'c' },
  { path: '/system', text: () => t('System'), icon: 'system', letter: 'y' },
];

/** Parts of places that the palette finds. */
export const PARTS: readonly Pick<Place, 'path' | 'text'>[] = [
  { path: '/access/agents', text: () => t('Agents') },
  { path: '/access/roles', text: () => t('Roles') },
  { path: '/access/groups', text: () => t('Groups') },
  { path: '/access/customers', text: () => t('Customer users') },
  { path: '/access/keys', text: () => t('API keys') },
  { path: '/access/sessions', text: () => t('Sessions') },
  { path: '/catalogue/Queues', text: () => t('Queues') },
  { path: '/catalogue/DynamicFields', text: () => t('Dynamic fields') },
  { path: '/catalogue/CustomerCompanies', text: () => t('Customer companies') },
  { path: '/catalogue-file', text: () => t('Apply a catalogue file') },
  { path: '/operations', text: () => t('Operations') },
  { path: '/audit', text: () => t('Audit log') },
  { path: '/system/database', text: () => t('Database') },
  { path: '/system/settings', text: () => t('Settings') },
  { path: '/system/plugins', text: () => t('Plugins') },
];

export function isAt(place: Place, path: string): boolean {
  const [first = ''] = path.slice(1).split('/');
  const others: Readonly<Record<string, readonly string[]>> = {
    '/': ['services'],
    '/catalogue': ['catalogue-file'],
    '/system': ['operations', 'audit'],
  };
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
