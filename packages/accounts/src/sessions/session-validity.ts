import type { RequestOrigin, Settings } from '@ticketgate/sdk';

export interface SessionFacts {
  readonly remoteAddress: string | null;
  readonly lastRequest: number;
  readonly start: number;
}

/** Why a session cannot be used; `deletes` says whether it is removed. */
export interface Invalidity {
  readonly reason: 'address' | 'idle' | 'age';
  readonly deletes: boolean;
}

/** The family's rules of a session that exists, in their order; undefined when it may be used. Times in epoch seconds. */
export function findInvalidity(
  session: SessionFacts,
  { origin, now, settings }: { readonly origin: RequestOrigin; readonly now: number; readonly settings: Settings },
): Invalidity | undefined {
  if (settings.flag('SessionCheckRemoteIP') && session.remoteAddress !== (origin.remoteAddress || 'none')) {
    return { reason: 'address', deletes: settings.flag('SessionDeleteIfNotRemoteID') };
  }
  const deletes = settings.flag('SessionDeleteIfTimeToOld');
  if (now - settings.number('SessionMaxIdleTime') >= session.lastRequest) return { reason: 'idle', deletes };
  if (now - settings.number('SessionMaxTime') >= session.start) return { reason: 'age', deletes };
  return undefined;
}
