import { isScalar, isTrue, type SettingDefinition, type Settings } from '@ticketgate/sdk';

/** The effective settings: default < `sysconfig_modified` < configuration files (`docs/architecture.md`). */
export class EffectiveSettings implements Settings {
  readonly #defaults: ReadonlyMap<string, unknown>;
  readonly #configured: ReadonlyMap<string, unknown>;
  #modified: ReadonlyMap<string, unknown> = new Map();
  #inForce: ReadonlyMap<string, unknown>;
  /** Our names of settings, by those of the host. */
  readonly #ours: ReadonlyMap<string, string>;

  /** @param hostNames the host's names of settings that it calls otherwise, by ours */
  constructor(
    definitions: readonly SettingDefinition[],
    configured: Readonly<Record<string, unknown>>,
    hostNames: Readonly<Record<string, string>> = {},
  ) {
    this.#ours = new Map(Object.entries(hostNames).map(([ours, theirs]) => [theirs, ours]));
    this.#defaults = new Map(definitions.map(({ name, default: value }) => [name, value]));
    this.#configured = this.#byOurNames(new Map(Object.entries(configured)));
    this.#inForce = new Map([...this.#defaults, ...this.#configured]);
  }

  /** Replaces the settings of the host system's administrator. */
  useModified(modified: ReadonlyMap<string, unknown>): void {
    this.#modified = this.#byOurNames(modified);
    this.#inForce = new Map([...this.#defaults, ...this.#modified, ...this.#configured]);
  }

  /** Where a setting comes under both names, that of the host counts. */
  #byOurNames(values: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
    const renamed = [...this.#ours].flatMap(([theirs, ours]) =>
      values.has(theirs) ? [[ours, values.get(theirs)] as const] : [],
    );
    return new Map([...values, ...renamed]);
  }

  get(name: string): unknown {
    const value = this.#inForce.get(name);
    if (value !== undefined || this.#inForce.has(name)) return value;
    throw new Error(`No package declares the setting "${name}". Add it to the "settings" of the plugin that reads it.`);
  }

  /** Whether the value comes from the host system. */
  isModified(name: string): boolean {
    return this.#modified.has(name) && !this.#configured.has(name);
  }

  flag(name: string): boolean {
    return isTrue(this.get(name));
  }

  number(name: string): number {
    const value = this.get(name);
    const number = asNumber(value);
    if (!Number.isNaN(number)) return number;
    const fallback = asNumber(this.#defaults.get(name));
    return Number.isNaN(fallback) ? 0 : fallback;
  }

  text(name: string): string {
    const value = this.get(name);
    if (value === undefined || value === null) return '';
    return isScalar(value) ? String(value) : JSON.stringify(value);
  }
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
