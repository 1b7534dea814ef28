import { accountsSettings } from '@ticketgate/accounts';
import { type Host, OUR_HOST } from '@ticketgate/database/postgres';
import { SECRET_VARIABLE } from '@ticketgate/definition';
import {
  isScalar,
  isSecretName,
  isTrue,
  type SettingDefinition,
  type Settings,
  type Plugin,
  defineSettings,
} from '@ticketgate/sdk';

import { resolveSecret } from '../invokers/secrets.js';

/** The effective settings: our defaults < those of the host < configuration files (`docs/architecture.md`). */
export class EffectiveSettings implements Settings {
  readonly #defaults: ReadonlyMap<string, unknown>;
  readonly #configured: ReadonlyMap<string, unknown>;
  #ofHost: ReadonlyMap<string, unknown> = new Map();
  #inForce: ReadonlyMap<string, unknown>;
  /** Our names of settings, by those of the host. */
  readonly #ours: ReadonlyMap<string, string>;

  /** @param hostNames the host's own names of settings, by ours */
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

  /** Replaces the settings of the host system, shipped or changed. */
  useHost(values: ReadonlyMap<string, unknown>): void {
    this.#ofHost = this.#byOurNames(values);
    this.#inForce = new Map([...this.#defaults, ...this.#ofHost, ...this.#configured]);
  }

  /** If a setting comes under both names, that of the host counts. */
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

  isOfHost(name: string): boolean {
    return this.#ofHost.has(name) && !this.#configured.has(name);
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
    if (!isScalar(value)) return JSON.stringify(value);
    const text = String(value);
    return SECRET_VARIABLE.test(text) && isSecretName(name) ? resolveSecret(text) : text;
  }
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Defaults of stand-alone systems that differ from the family: creating a ticket must not depend on a name server. */
const STAND_ALONE: ReadonlyMap<string, unknown> = new Map([['CheckMXRecord', 0]]);

/** All settings, without duplicates, with the defaults of the host, or of a stand-alone system. */
export function settingDefinitions(
  plugins: readonly Plugin[],
  { isAttached, host }: { readonly isAttached: boolean; readonly host: Host } = { isAttached: false, host: OUR_HOST },
): readonly SettingDefinition[] {
  const declared = [...serverSettings, ...accountsSettings, ...plugins.flatMap(({ settings }) => settings ?? [])];
  const byName = new Map<string, SettingDefinition>();
  for (const definition of declared) if (!byName.has(definition.name)) byName.set(definition.name, definition);
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
