import type { DebugLogRetention, RetentionLimits } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

/** Milliseconds that cleaning the debug log may take: less than its interval, so that two processes never delete at once. */
const LONGEST = 240_000;

export interface DebugLogCleaning {
  readonly retention: Pick<DebugLogRetention, 'clean'>;
  readonly limits: RetentionLimits;
  readonly logger: Logger;
}

/**
 * Deletes old requests of the debug log, and logs when that is too slow.
 *
 * @param signal the server stops
 */
export async function cleanDebugLog(
  { retention, limits, logger }: DebugLogCleaning,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]);
  const { deleted, recorded, isDone } = await retention.clean(limits, now, end);
  if (deleted > 0) logger.info('old requests of the debug log were deleted', { requests: deleted });
  if (isDone || signal.aborted || deleted >= recorded) return;
  logger.warn(
    'the debug log grows beyond its limits, since requests are recorded faster than old ones can be deleted; record fewer of them with Gateway.Debug.Sample or a higher DebugThreshold',
    { deleted, recorded },
  );
}
