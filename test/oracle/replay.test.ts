import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase, type TestDatabase } from '../support/index.js';
import { HOSTS, WRITTEN_TABLES } from '@ticketgate/database/postgres';

import { replay, startWatched } from './replay.js';
import { missingRows, readAllRows, recordedRows, sumOf, writtenRows } from './recorded-rows.js';
import { catalogueOf, RECORDED_HOSTS, type RecordedHost, restoreHost } from '../attached/recorded-hosts.js';

/** Titles that are no texts, equal sort keys, and times that have passed since the recording. */
const OF_ALL = [
  'create.array-title',
  'create.object-title',
  'search.sort.Title-up',
  'search.sort.Responsible-up',
  'search.t.TicketCreateTime-newerminutes',
  'search.t.ArticleCreateTime-newerminutes',
];

/** Recorded within two hours of the making of ticket 1, which later answers depend on. */
const OF_OTHERS = [
  ...OF_ALL,
  'search.contentsearch-or',
  'search.t.TicketCreateTime-olderminutes',
  'search.t.ArticleCreateTime-olderminutes',
  'search.t.TicketChangeTime-newerminutes',
  'search.t.TicketChangeTime-olderminutes',
  'search.t.TicketLastChangeTime-newerminutes',
  'search.t.TicketLastChangeTime-olderminutes',
];

/** A lock that is set again within a second does not reset its time. */
const OF_CLOCK = 'name="Reset of unlock time."';

/** Exchanges of each host that `docs/compatibility.md` explains. */
const EXPLAINED: Readonly<Record<RecordedHost['profile'], readonly string[]>> = {
  otobo: OF_ALL,
  znuny: [...OF_OTHERS, 'oai.array-body'],
  otrs: OF_OTHERS,
};

describe('the recorded exchanges of a host', () => {
  for (const host of RECORDED_HOSTS)
    it(`are answered alike by a server that is attached to its database, but for those that are explained, as operations declare, with the rights that a start asks for, with the rows that it wrote, and without a change of its schema: ${host.name}`, async () => {
      const test = await startTestDatabase({ migrations: [] });
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-replay-'));
      await restoreHost(test.url, host);
      const before = await catalogueOf(test.database);
      const rowsBefore = await readAllRows(test.database);
      const role = await makeRole(test, host);
      const { server, answers } = await startWatched(host, { folder, url: role.url });
      try {
        expect(server.report.system.host.name).toBe(host.name);
        const outcome = await replay(server.url, join(host.folder, 'corpus'), { folder, options: ['--types'] });
        expect(outcome.compared).toBeGreaterThan(500);
        const ids = outcome.differences.map(({ id }) => id);
        expect(ids.filter((id) => !EXPLAINED[host.profile].includes(id))).toEqual([]);
        expect(answers.mistakes).toEqual([]);
        expect(await catalogueOf(test.database)).toEqual(before);
        if (host.rows === undefined) return;
        const theirs = recordedRows(host.rows);
        const ours = await writtenRows(test.database, rowsBefore);
        const missing = missingRows(theirs, ours);
        // They leave half a ticket behind after some errors.
        expect(missing.length / sumOf(theirs)).toBeLessThan(0.04);
        expect(missingRows(ours, theirs).filter((row) => !row.includes(OF_CLOCK))).toEqual([]);
      } finally {
        await server.stop();
        await role.drop();
        await test.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }, 180_000);
});

/** A role that may write what operations write, and only read the rest: what a start asks for is enough. */
async function makeRole({ url, database }: TestDatabase, { name }: RecordedHost) {
  const role = `operations_${new URL(url).pathname.slice(1)}`;
  const names = HOSTS.find((host) => host.name === name)?.tables.names ?? {};
  const written = [...WRITTEN_TABLES].map((table) => names[table] ?? table).join(', ');
  const grants = [
    `create role ${role} login password 'secret'`,
    `grant create on database ${new URL(url).pathname.slice(1)} to ${role}`,
    `grant select on all tables in schema public to ${role}`,
    `grant insert, update, delete on ${written} to ${role}`,
    `grant usage on all sequences in schema public to ${role}`,
  ];
  for (const grant of grants) await database.query(grant);
  return {
    url: Object.assign(new URL(url), { username: role, password: 'secret' }).href,
    drop: async () => {
      for (const statement of [`drop owned by ${role} cascade`, `drop role ${role}`]) await database.query(statement);
    },
  };
}

// A file without any test would fail.
const itWithoutHosts = RECORDED_HOSTS.length === 0 ? it.skip : undefined;
itWithoutHosts?.('needs the database of a host', () => undefined);
