import type { SettingDefinition } from '@ticketgate/sdk';

/** Where a stand-alone system differs from the family (design section 5): a name server is no precondition of a ticket. */
const STAND_ALONE: ReadonlyMap<string, unknown> = new Map([['CheckMXRecord', 0]]);

/** The definitions with the defaults of a stand-alone system. */
export function standAloneSettings(definitions: readonly SettingDefinition[]): readonly SettingDefinition[] {
  return definitions.map((definition) =>
    STAND_ALONE.has(definition.name) ? { ...definition, default: STAND_ALONE.get(definition.name) } : definition,
  );
}
