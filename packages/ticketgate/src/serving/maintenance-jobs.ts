import {
  AuditLog,
  claimChore,
  DebugLogRetention,
  EventAdministration,
  RequestCounts,
  type RetentionLimits,
} from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';
import type { Logger } from '@ticketgate/sdk';

/** A job that one process on the database runs at intervals. */
interface MaintenanceJob {
  readonly name: string;
  /** Seconds. */
  readonly interval: number;
  /** @param signal the server stops */
  run(now: Date, signal: AbortSignal): Promise<void>;
}

/** Milliseconds between two checks for jobs that are due. */
const CHECK_INTERVAL = 60_000;

/** Runs the jobs that keep the database small. A failed job is logged, and runs again after its interval. */
export function startMaintenanceJobs(system: System): void {
  const jobs = listJobs(system);
  const stop = new AbortController();
  system.closing.repeat('the maintenance jobs', CHECK_INTERVAL, () => runJobs(system, jobs, stop.signal));
  system.closing.add('the running maintenance job', () => stop.abort());
}

const DAY_MILLISECONDS = 86_400_000;

function listJobs(system: System): readonly MaintenanceJob[] {
  const { database, configuration, logger } = system;
  const { audit, debugLog, events } = configuration;
  const counts = new RequestCounts(database);
  const auditLog = new AuditLog(database);
  const retention = new DebugLogRetention(database);
  const administration = new EventAdministration(database);
  const limits = { keepDays: debugLog.keepDays ?? undefined, keepMegabytes: debugLog.keepMegabytes ?? undefined };
  return [
    { name: 'roll up counts of requests', interval: 3600, run: (now) => counts.rollUp(now) },
    {
      name: 'delete old requests of the debug log',
      interval: 300,
      run: (now, signal) => cleanDebugLog({ retention, limits, logger }, now, signal),
    },
    { name: 'clean up the audit log', interval: 3600, run: (now) => auditLog.cleanUp(daysBefore(now, audit.keepDays)) },
    {
      name: 'clean up events',
      interval: 300,
      async run(now) {
        const deleted = await administration.cleanUp({ ...events, oldest: daysBefore(now, events.keepDays) }, now);
        if (deleted > 0) logger.warn('events that could not be delivered were deleted', { events: deleted });
      },
    },
  ];
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MILLISECONDS);
}

async function runJobs(system: System, jobs: readonly MaintenanceJob[], signal: AbortSignal): Promise<void> {
  for (const job of jobs) {
    if (signal.aborted) return;
    const now = system.now();
    try {
      if (await claimChore(system.database, { ...job, now })) await job.run(now, signal);
    } catch (error) {
      system.logger.error('a chore could not be done', { chore: job.name, error });
    }
  }
}

/** Milliseconds that cleaning the debug log may take: less than its interval, so that two processes never delete at once. */
const LONGEST = 240_000;

interface DebugLogCleaning {
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
    'the debug log grows beyond its limits, since requests are recorded faster than old ones can be deleted; record fewer of them with a higher DebugThreshold',
    { deleted, recorded },
  );
}
