import { listKeys } from './data.js';
import { operationError } from './errors.js';
import type { SettingDefinition, Settings } from './settings.js';

/** A limit for one request. */
export interface Limit {
  /** The default. */
  readonly most: number;
  /** For example `entries`. */
  readonly unit: string;
  /** One sentence for `config/gateway.yml`. */
  readonly description: string;
}

/** The operation whose limit is read, and the current settings. */
export interface LimitScope {
  /** For example `TicketCreate`. */
  readonly operation: string;
  readonly settings: Settings;
}

/**
 * Defines limits with settings named `<prefix>::<name>`.
 *
 * @example
 * const { limitSettings, requireAtMost } = defineLimits('Rooms::Limit', {
 *   Seats: { most: 500, unit: 'seats', description: 'Most seats of a booking.' },
 * });
 * requireAtMost('Seats', { what: 'Booking', count: seats.length }, { operation: 'RoomBook', settings });
 */
export function defineLimits<Name extends string>(prefix: string, limits: Readonly<Record<Name, Limit>>) {
  const names = listKeys(limits);
  // Created once: concatenating a name takes longer than checking the limit.
  const settingNames = new Map(names.map((name) => [name, `${prefix}::${name}`]));
  const nameSetting = (name: Name): string => settingNames.get(name) ?? '';
  const readMost = (name: Name, settings: Settings): number => settings.number(nameSetting(name));
  const limitSettings: readonly SettingDefinition[] = names.map((name) => {
    const { most, description } = limits[name];
    return { name: nameSetting(name), default: most, description };
  });
  return {
    limitSettings,
    nameSetting,
    readMost,
    /**
     * Refuses a request that exceeds a limit; `what` is the member of the request.
     *
     * @throws OperationError `<Operation>.InvalidParameter`
     */
    requireAtMost: (name: Name, found: { readonly what: string; readonly count: number }, scope: LimitScope): void => {
      const { what, count } = found;
      const most = readMost(name, scope.settings);
      if (count <= most) return;
      const sentence = `${what} has ${count} ${limits[name].unit}; at most ${most} are allowed (${nameSetting(name)}).`;
      throw operationError(scope.operation, 'InvalidParameter', sentence);
    },
  };
}

/** Limits of a plugin, each with a setting. */
export type Limits<Name extends string> = Readonly<ReturnType<typeof defineLimits<Name>>>;
