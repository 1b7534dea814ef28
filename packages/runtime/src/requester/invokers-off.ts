import type { Configuration } from '../configuration/configuration.js';

/** Why events do not call invokers, and what to do about it; undefined if they do. */
export function invokersOff({
  configuration: { requester },
  isAttached,
}: {
  readonly configuration: Pick<Configuration, 'requester'>;
  readonly isAttached: boolean;
}): string | undefined {
  if (requester.enabled === 'off') return 'requester.enabled is off. Set it to on in the configuration.';
  if (requester.enabled === 'on' || !isAttached) return undefined;
  return 'the host of this database calls them itself. If it does not, set requester.enabled to on in the configuration.';
}
