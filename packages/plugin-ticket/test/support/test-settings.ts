import type { SettingDefinition, Settings } from '@ticketgate/sdk';

/** Settings with the defaults of `definitions`, changed as told. Asking for one that nobody declared throws. */
export function testSettings(
  definitions: readonly SettingDefinition[],
  changes: Readonly<Record<string, unknown>> = {},
): Settings {
  const values = new Map(definitions.map((definition) => [definition.name, definition.default]));
  for (const [name, value] of Object.entries(changes)) values.set(name, value);
  const get = (name: string): unknown => {
    if (!values.has(name)) throw new Error(`The setting ${name} is not declared.`);
    return values.get(name);
  };
  const text = (name: string): string => {
    const value = get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    get,
    text,
    number: (name) => Number(text(name)),
    flag: (name) => ![undefined, null, '', 0, '0', false].includes(get(name) as null),
  };
}
