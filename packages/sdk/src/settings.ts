/** A setting of the OTRS family, such as `Ticket::Type`, with its built-in default. */
export interface SettingDefinition {
  readonly name: string;
  readonly default: unknown;
  /** One sentence for `config/gateway.yml`. */
  readonly description: string;
}

/**
 * Defines settings by name, with a default and a sentence for `config/gateway.yml`.
 *
 * @example
 * const settings = defineSettings({ 'Rooms::MostSeats': [20, 'Seats of a room at most.'] });
 */
export function defineSettings(
  settings: Readonly<Record<string, readonly [byDefault: unknown, description: string]>>,
): readonly SettingDefinition[] {
  return Object.entries(settings).map(([name, [byDefault, description]]) => ({
    name,
    default: byDefault,
    description,
  }));
}

/** The effective settings: default < those of the host < configuration files. */
export interface Settings {
  /** The configured value. Throws if no package declares the setting. */
  get(name: string): unknown;
  /** True unless the value is undefined, null, `''`, `0`, `'0'` or false. */
  flag(name: string): boolean;
  /** The value as a number; the declared default if it is not a number. */
  number(name: string): number;
  /** The value as text; `''` for undefined and null. A secret may be the name of a variable `TICKETGATE_SECRET_…` of the environment. */
  text(name: string): string;
}
