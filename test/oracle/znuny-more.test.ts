import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startTestDatabase } from '../support/index.js';
import { ORACLE, RECORDED_HOSTS, restoreHost } from '../attached/recorded-hosts.js';
import { replay, startWatched } from './replay.js';

const MORE = join(ORACLE, 'znuny-more');
const host = RECORDED_HOSTS.find(({ profile }) => profile === 'znuny');
const whereThere = host !== undefined && existsSync(MORE) ? it : it.skip;
if (!existsSync(MORE))
  process.stderr.write('skipped: exchanges with Znuny (../shared/oracle/znuny-more) are not here\n');

/**
 * At least. The others: five lists of ArticleIDs, five mapped ids and a subject with its number, whose values differ as ids do; hours of
 * one second in another order; JSON that is called a form, which is read.
 */
const AGREED = 324;
/** Znuny's own code for a wrong To. */
const OF_ZNUNY = 'Ticket::TicketUpdate answers TicketCreate.InvalidParameter, which is not among its errors';

describe('the recorded exchanges with a Znuny in what OTOBO does not have', () => {
  whereThere(
    'are answered alike by a server that is attached to its database, as far as it serves them',
    async () => {
      if (host === undefined) throw new Error('The database of Znuny is not here.');
      const test = await startTestDatabase({ migrations: [] });
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-replay-'));
      await restoreHost(test.url, { ...host, added: join('znuny-more', 'seed-extra.sql') });
      const { server, answers } = await startWatched(host, { folder, url: test.url });
      try {
        const player = join('znuny-more', 'replay.mjs');
        const outcome = await replay(server.url, join('znuny-more', 'corpus'), { folder, player });
        expect(outcome.compared).toBeGreaterThan(300);
        expect(outcome.agreed).toBeGreaterThanOrEqual(AGREED);
        expect(answers.mistakes).toEqual([OF_ZNUNY]);
      } finally {
        await server.stop();
        await test.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    180_000,
  );
});
