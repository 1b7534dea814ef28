import { accountsSettings } from '@ticketgate/accounts';
import { type Host, OUR_HOST } from '@ticketgate/database/postgres';
import { type Plugin, type SettingDefinition, defineSettings } from '@ticketgate/sdk';

/** Defaults of stand-alone systems that differ from the family: creating a ticket must not depend on a name server. */
const STAND_ALONE: ReadonlyMap<string, unknown> = new Map([['CheckMXRecord', 0]]);

/** All settings, without duplicates, with the defaults of the host, or of a stand-alone system. */
export function settingDefinitions(
  plugins: readonly Plugin[],
  { isAttached, host }: { readonly isAttached: boolean; readonly host: Host } = { isAttached: false, host: OUR_HOST },
): readonly SettingDefinition[] {
  const declared = [...serverSettings, ...accountsSettings, ...plugins.flatMap(({ settings }) => settings ?? [])];
  const byName = new Map<string, SettingDefinition>();
  for (const definition of declared) {
    if (!byName.has(definition.name)) byName.set(definition.name, definition);
  }
  const changed = isAttached ? new Map(Object.entries(host.settings.defaults)) : STAND_ALONE;
  return [...byName.values()].map((definition) =>
    changed.has(definition.name) ? { ...definition, default: changed.get(definition.name) } : definition,
  );
}

/** The family's settings that the server itself reads. */
const serverSettings = defineSettings({
  OTOBOTimeZone: ['UTC', 'The time zone of all stored times, for example Europe/Berlin.'],
  SessionName: ['OTOBOAgentInterface', "Name of the host's session cookie, for services that accept it."],
});
