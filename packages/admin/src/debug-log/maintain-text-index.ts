import { setTextIndex } from '@ticketgate/database';
import { withUnlimited, type System } from '@ticketgate/runtime';

/**
 * Makes or drops the index of recorded texts, as `debugLog.textIndex` says, while the server serves. What the end of the server
 * interrupts is made anew after the next start.
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
