import { accountsSettings } from '@ticketgate/accounts';
import { type Plugin, type SettingDefinition, defineSettings } from '@ticketgate/sdk';

/** Defaults of stand-alone systems that differ from the family: creating a ticket must not depend on a name server. */
const STAND_ALONE: ReadonlyMap<string, unknown> = new Map([['CheckMXRecord', 0]]);

/** All settings, without duplicates, with the defaults for an attached or a stand-alone system. */
export function settingDefinitions(plugins: readonly Plugin[], isAttached: boolean): readonly SettingDefinition[] {
  const declared = [...serverSettings, ...accountsSettings, ...plugins.flatMap(({ settings }) => settings ?? [])];
  const byName = new Map<string, SettingDefinition>();
  for (const definition of declared) {
    if (!byName.has(definition.name)) byName.set(definition.name, definition);
  }
  return [...byName.values()].map((definition) =>
    isAttached || !STAND_ALONE.has(definition.name)
      ? definition
      : { ...definition, default: STAND_ALONE.get(definition.name) },
  );
}

/** The family's settings that the server itself reads. */
const serverSettings = defineSettings({
  OTOBOTimeZone: ['UTC', 'The time zone of all stored times, for example Europe/Berlin.'],
  SessionName: ['OTOBOAgentInterface', "Name of the host's session cookie, for services that accept it."],
});
