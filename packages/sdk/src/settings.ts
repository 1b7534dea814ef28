/** A setting of the OTRS family, such as `Ticket::Type`, with its built-in default. */
export interface SettingDefinition {
  readonly name: string;
  readonly default: unknown;
  /** One sentence for `config/gateway.yml`. */
  readonly description: string;
}

/** The settings in force: built-in default < `sysconfig_modified` < configuration files. */
export interface Settings {
  /** The value as configured. Throws when no package declared the setting. */
  get(name: string): unknown;
  /** True unless the value is undefined, null, `''`, `0`, `'0'` or false. */
  flag(name: string): boolean;
  /** The value as a number; the declared default if it is not a number. */
  number(name: string): number;
  /** The value as text; `''` for undefined and null. */
  text(name: string): string;
}
