import { DebugLog, setTextIndex } from '@ticketgate/database';
import { type System, withUnlimited } from '@ticketgate/runtime';
import { inputObject, integer, objectOf } from '@ticketgate/sdk/schema';

import { getService } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { word, commentSchema, DAY } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { counted } from '../tasks/words.js';

export const cleanUpDebugLog = task({
  at: 'DELETE /debug-log',
  summary: 'Deletes recorded requests that are older than `days` days, of all web services or one.',
  input: inputObject(
    { days: { type: 'integer', minimum: 0, maximum: 36_500, description: 'Older requests are deleted.' } },
    { service: word('Name of the web service.'), comment: commentSchema },
  ),
  answer: objectOf({ requests: integer('Number of requests that were deleted.') }),
  errors: [ServiceUnknown],
  audit: () => ({ action: 'debug log cleaned up', subject: 'debug log' }),
  async run({ days, service }, { system, record }) {
    const serviceID = service === undefined ? undefined : (await getService(system, service)).id;
    const before = system.formatTime(new Date(system.now().getTime() - days * DAY));
    const requests = await new DebugLog(system.database).cleanup(before, serviceID);
    await record({ after: { requests, days, service } });
    return { requests };
  },
  command: {
    usage: 'debug-log cleanup',
    about: 'delete old entries',
    words: {
      days: ['--days <count>', 'delete what is older than this many days; 0 for all'],
      service: ['--service <name>', 'only requests to this web service'],
    },
    confirm: {
      question({ days, service }) {
        const whose = service === undefined ? 'all web services' : `the web service "${service}"`;
        return `Delete the recorded requests of ${whose} that are older than ${days} days?`;
      },
    },
    print: ({ requests }) => counted(requests, 'request deleted', 'requests deleted'),
  },
});

/**
 * Makes or drops the index of recorded texts, as `debugLog.textIndex` says, while the server serves. If the server ends meanwhile, the
 * next start begins again.
 */
export function maintainTextIndex(system: System): void {
  const { isAttached, configuration, database, logger } = system;
  if (isAttached) return;
  let backend: number | undefined;
  const work = withUnlimited(system, async (unlimited) => {
    const [own] = await unlimited.query<{ pid: number }>('select pg_backend_pid() as pid');
    backend = own?.pid;
    const done = await setTextIndex(unlimited, configuration.debugLog.textIndex);
    if (done !== undefined) logger.info(`the index of the debug log's texts was ${done}`);
  })
    .catch((error: unknown) => {
      if (backend !== undefined)
        logger.warn("the index of the debug log's texts could not be made or dropped", { error });
    })
    .finally(() => {
      backend = undefined;
    });
  system.closing.add("the index of the debug log's texts", async () => {
    const pid = backend;
    backend = undefined;
    if (pid !== undefined) await database.query('select pg_cancel_backend($1)', [pid]);
    await work;
  });
}
