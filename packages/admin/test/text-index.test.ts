import { startTestServer, untilTrue } from '../../../test/support/index.js';

import { maintainTextIndex } from '../src/debug-log/maintain-debug-log.js';

describe('debugLog.textIndex', () => {
  it('makes the server create the index of recorded texts, and drop it when the setting is off again', async () => {
    const server = await startTestServer({ configuration: { debugLog: { textIndex: true } } });
    const { system, database } = server;
    const isThere = async () =>
      (await database.query(`select from pg_class where relname = 'ticketgate_debug_log_text'`)).length > 0;
    await untilTrue(isThere);
    const { configuration } = system;
    const off = { ...configuration, debugLog: { ...configuration.debugLog, textIndex: false } };
    await untilTrue(async () => {
      // Making it may not have ended yet.
      maintainTextIndex({ ...system, configuration: off });
      return !(await isThere());
    });
    await server.stop();
  });
});
