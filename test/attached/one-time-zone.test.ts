import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { silentLogger, startTestDatabase, untilTrue } from '../support/index.js';
import pg from 'pg';
import { defaultConfiguration } from '@ticketgate/runtime';
import { startServer } from 'ticketgate';

const ROOT = join(import.meta.dirname, '..', '..');
const SEED = join(ROOT, '..', 'shared', 'oracle', 'seed.sql.gz');
const isThere = existsSync(SEED);
if (!isThere) process.stderr.write("skipped: a host's database (../shared/oracle/seed.sql.gz) is not here\n");

const NOW = new Date('2026-11-22T20:00:00Z');
/** NOW in Kolkata. */
const THERE = '2026-11-23 01:30:00';
const SERVICE = readFileSync(join(ROOT, 'config', 'webservices', 'TicketService.yml'), 'utf8');

describe('attached to the database of a host in another time zone', () => {
  (isThere ? it : it.skip)('accounts, web services and tickets are written in the zone of the host', async () => {
    const test = await startTestDatabase({ migrations: [] });
    const folder = mkdtempSync(join(tmpdir(), 'ticketgate-zone-'));
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query(gunzipSync(readFileSync(SEED)).toString('utf8'));
    const defaults = defaultConfiguration(folder);
    const configuration = {
      ...defaults,
      http: { ...defaults.http, port: 0 },
      database: { ...defaults.database, url: test.url },
      Settings: { OTOBOTimeZone: 'Asia/Kolkata', CheckMXRecord: 0 },
    };
    const loaded = { configuration, sources: new Map(), files: [], root: folder };
    const server = await startServer({ loaded, logger: silentLogger, now: () => NOW });
    try {
      const { accounts, services, formatTime } = server.report.system;
      await services.save({ name: 'Zone', config: SERVICE, userID: 1, time: formatTime(NOW) });
      const origin = { remoteAddress: '127.0.0.1', userAgent: 'test' };
      const SessionID = await accounts.sessions.create({ type: 'User', userID: 1, login: 'root@localhost' }, origin);
      const Ticket = {
        Title: 'T',
        TypeID: 1,
        Queue: 'Raw',
        State: 'new',
        Priority: '3 normal',
        CustomerUser: 'customer@example.com',
      };
      const Article = { Subject: 'S', Body: 'B', ContentType: 'text/plain' };
      const body = JSON.stringify({ SessionID, Ticket, Article });
      const url = `${server.url}/Webservice/Zone/TicketCreate`;
      const send = async () => fetch(url, { method: 'POST', body });
      await untilTrue(async () => (await send()).status !== 404);
      const answer = await send();
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ Success: 1 })]);
      const { rows } = await client.query<Record<string, string>>(
        `select (select data_value from public.sessions where session_id = $1 and data_key = 'UserLastLoginTimestamp') as session,
           (select change_time::text from public.gi_webservice_config where name = 'Zone') as service,
           (select create_time::text from public.ticket order by id desc limit 1) as ticket,
           (select create_time::text from public.article order by id desc limit 1) as article`,
        [SessionID],
      );
      expect(rows).toEqual([{ session: THERE, service: THERE, ticket: THERE, article: THERE }]);
    } finally {
      await client.end();
      await server.stop();
      await test.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
