import { accountsSettings } from '@ticketgate/accounts';
import type { Settings } from '@ticketgate/sdk';

/** The settings of the accounts with their defaults, some of them changed. */
export function settings(changed: Readonly<Record<string, unknown>> = {}): Settings {
  const values = new Map([
    ...accountsSettings.map((setting) => [setting.name, setting.default] as const),
    ...Object.entries(changed),
  ]);
  const get = (name: string) => values.get(name);
  return {
    get,
    flag: (name) => ![undefined, null, '', '0', 0, false].includes(get(name) as string),
    number: (name) => Number(get(name)),
    text: (name) => (typeof get(name) === 'string' ? (get(name) as string) : ''),
  };
}
