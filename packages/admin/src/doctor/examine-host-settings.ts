import { readChangedSettings } from '@ticketgate/database';
import { listHostNames, settingDefinitions, type System } from '@ticketgate/runtime';
import { declareMessages } from '@ticketgate/sdk/schema';

import { about, warning, type Finding } from './finding.js';

const say = declareMessages({
  'finding.settings': 'All that the host has changed for accounts, tickets and web services are read.',
  'finding.settings.ignored': 'The host has changed settings without an effect here: {names}.',
  'finding.settings.compare':
    'Compare what depends on them with "npx ticketgate compare"; docs/attached.md lists the settings that are read.',
});

/** Settings that decide what the web services of a host do: those of accounts, mail addresses, tickets and times, but not those of screens. */
const DECISIVE =
  /^(?:Auth|CheckEmail|CheckMXRecord|Customer(?:::Auth|Company|Group|User)|Escalation|GenericInterface::|PreferencesGroups###Password|Session|Ticket::(?!Frontend::)|Time)/;

/** Settings that an administrator of the host changed, and that are not read here. */
export async function examineHostSettings(system: System): Promise<readonly Finding[]> {
  if (!system.isAttached) return [];
  const { database, plugins, host } = system;
  const read = new Set(listHostNames({ definitions: settingDefinitions(plugins, system), host }));
  const ignored = (await readChangedSettings(database)).filter(
    (name) => DECISIVE.test(name) && !read.has(name) && !read.has(name.replace(/###.*/s, '')),
  );
  const message = say('finding.settings.ignored', { names: ignored.join(', ') });
  const found = ignored.length === 0 ? [] : [warning(message, say('finding.settings.compare'))];
  return about('settings', found, say('finding.settings'));
}
