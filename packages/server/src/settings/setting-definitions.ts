import { accountsSettings } from '@ticketgate/accounts';
import type { Plugin, SettingDefinition } from '@ticketgate/sdk';

import { serverSettings } from './server-settings.js';

/** Where a stand-alone system differs from the family (design section 5): a name server is no precondition of a ticket. */
const STAND_ALONE: ReadonlyMap<string, unknown> = new Map([['CheckMXRecord', 0]]);

/** All settings that somebody reads, each once, with the defaults of an attached or of a stand-alone system. */
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
