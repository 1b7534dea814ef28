import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingDefinition } from '@ticketgate/sdk';
import { stringify } from 'yaml';

import { defaultConfiguration } from '../src/configuration/default-configuration.js';
import { loadPlugins } from '../src/plugins/load-plugins.js';
import { settingDefinitions } from '../src/settings/effective-settings.js';

const root = join(import.meta.dirname, '..', '..', '..');
const file = join(root, 'config', 'gateway.yml');

/** The settings as comments below `Settings:`, with the defaults of a stand-alone system. */
function renderSettings(definitions: readonly SettingDefinition[]): string {
  const defaults = new Map(definitions.map(({ name, default: value }) => [name, JSON.stringify(value)]));
  const isFurtherCalendar = ({ name }: SettingDefinition) =>
    /::Calendar[2-9]$/.test(name) && defaults.get(name) === defaults.get(name.replace(/[2-9]$/, '1'));
  return definitions
    .filter((definition) => !isFurtherCalendar(definition))
    .map(({ name, default: value, description }) => {
      const likewise = name.endsWith('::Calendar1') ? ' Calendar2 to Calendar9 likewise.' : '';
      return `  # ${description}${likewise}\n  # ${renderEntry(name, value)}\n`;
    })
    .join('');
}

function renderEntry(name: string, value: unknown): string {
  const style = { collectionStyle: 'flow', singleQuote: true, aliasDuplicateObjects: false, lineWidth: 0 } as const;
  return stringify({ [name]: value }, style)
    .trim()
    .slice(2, -2);
}

describe('the settings that docs/attached.md lists', () => {
  it('are those that are read, without our own', async () => {
    const { plugins } = await loadPlugins(defaultConfiguration(root).plugins, root);
    const text = readFileSync(join(root, 'docs', 'attached.md'), 'utf8');
    const [, section = ''] = /^These are read:$([^]*?)^Other settings/m.exec(text) ?? [];
    const listed = new Set([...section.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    const isListed = (name: string) => {
      const [whole = '', member] = name.split(/(?=###)/);
      return (
        listed.has(name) || (listed.has(whole) && listed.has(member)) || listed.has(name.replace(/::Calendar\d$/, ''))
      );
    };
    const names = settingDefinitions(plugins).map(({ name }) => name);
    // A host sends its mails itself.
    const isElsewhere = (name: string) => /^Ticketgate::|^TimeZone::Calendar|^SendmailModule/.test(name);
    expect(names.filter((name) => !isListed(name) && !isElsewhere(name))).toEqual([]);
    const known = new Set(names.flatMap((name) => [name, ...name.split(/(?=###)/)]));
    const others = ['OTRSTimeZone', '::Calendar1', '::Calendar9', 'PreferencesGroups###Password'];
    expect([...listed].filter((name = '') => !known.has(name))).toEqual(others);
  });
});

describe('the settings in config/gateway.yml', () => {
  // `UPDATE_MANUAL=1 npm test -- settings-manual` writes them anew after a change of the code.
  it('are listed as comments with description and default, all of them and no others', async () => {
    const { plugins } = await loadPlugins(defaultConfiguration(root).plugins, root);
    const definitions = settingDefinitions(plugins);
    const sorted = [...definitions].sort((left, right) => (left.name < right.name ? -1 : 1));
    const text = readFileSync(file, 'utf8');
    const start = text.indexOf('\nSettings:\n') + '\nSettings:\n'.length;
    const wanted = renderSettings(sorted);
    if (process.env.UPDATE_MANUAL === '1') writeFileSync(file, text.slice(0, start) + wanted);
    expect(readFileSync(file, 'utf8').slice(start)).toBe(wanted);
  });
});
