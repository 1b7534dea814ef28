import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { announceServer } from '@ticketgate/database';
import {
  makeServerFolder,
  silentLogger,
  startServerProcess,
  startTestDatabase,
  type ServerProcess,
  type TestDatabase,
} from '../../../test/support/index.js';
import { defaultConfiguration } from '@ticketgate/runtime';

import { locateDatabase, type Purpose } from '../src/system/locate-database.js';
import { runCommand } from '../../ticketgate/test/run-command.js';

const folder = makeServerFolder();
const data = join(folder.path, 'data');

function locate(purpose: Purpose, from = data) {
  const configuration = { ...defaultConfiguration(folder.path), data: from };
  return locateDatabase({ configuration, logger: silentLogger, purpose, onProgress: () => undefined });
}

afterAll(() => {
  folder.remove();
});

describe('a command without a configured database', () => {
  it('creates none', async () => {
    const nowhere = join(folder.path, 'nowhere');
    await expect(locate('command', nowhere)).rejects.toMatchObject({
      code: 'Server.NoDatabase',
      message: expect.stringContaining(`${nowhere} has no embedded one. Set DATABASE_URL, start the server`) as string,
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('refuses to choose between two servers, and shows no password', async () => {
    const several = join(folder.path, 'several');
    const stops = ['postgres://anna:secret@127.0.0.1:1/one', 'postgres://anna:secret@127.0.0.1:1/two?x=secret'].map(
      (url) => announceServer(several, url),
    );
    await expect(locate('command', several)).rejects.toMatchObject({
      code: 'Server.SeveralDatabases',
      message:
        'Servers with different databases run here: postgres://anna@127.0.0.1:1/one and postgres://anna@127.0.0.1:1/two. Set DATABASE_URL to the one you mean.',
    });
    stops[1]?.();
    expect((await locate('migrate', several)).url).toBe('postgres://anna:secret@127.0.0.1:1/one');
    stops[0]?.();
    await expect(locate('command', several)).rejects.toMatchObject({ code: 'Server.NoDatabase' });
  });

  describe('beside a server that was given one', () => {
    let testDatabase: TestDatabase;
    let server: ServerProcess;
    const environment = { TICKETGATE_DATA: data };

    beforeAll(async () => {
      testDatabase = await startTestDatabase({ migrations: [] });
      server = await startServerProcess(folder.path, { environment: { DATABASE_URL: testDatabase.url } });
    });

    afterAll(async () => {
      await server.stop();
      await testDatabase.stop();
    });

    it('uses its database, says so with --verbose, and hides the password', async () => {
      const { code, output, log } = await runCommand(['catalogue', 'list', 'Agents', '--verbose'], { environment });
      const { password, host, pathname } = new URL(testDatabase.url);
      expect([code, output]).toEqual([0, expect.stringContaining('root@localhost')]);
      expect(log).toBe(`database: postgres://ticketgate@${host}${pathname} (that of the running server)\n`);
      expect(password).not.toBe('');
      expect(log).not.toContain(password);
      expect(existsSync(join(data, 'postgresql'))).toBe(false);
    });

    it('finds it in a file that only its owner can read', () => {
      const notes = readdirSync(join(data, 'servers'));
      expect(notes).toHaveLength(1);
      expect(notes.map((name) => statSync(join(data, 'servers', name)).mode & 0o777)).toEqual([0o600]);
      expect(statSync(join(data, 'servers')).mode & 0o077).toBe(0);
    });

    it('says which database the last server used when that was killed', async () => {
      server.child.kill('SIGKILL');
      await new Promise((resolve) => server.child.once('close', resolve));
      await expect(locate('command')).rejects.toMatchObject({
        code: 'Server.NoDatabase',
        message: expect.stringMatching(
          /The last server here used postgres:\/\/ticketgate@127[^ ]+\/test_\w+\./,
        ) as string,
      });
    });
  });
});

describe('a command on a database without our tables', () => {
  it('creates none, and says which commands do', async () => {
    const testDatabase = await startTestDatabase({ migrations: [] });
    const environment = { DATABASE_URL: testDatabase.url, TICKETGATE_DATA: data };
    const { code, log } = await runCommand(['catalogue', 'list'], { environment });
    expect([code, log]).toEqual([
      2,
      'ticketgate: The database has no tables of Ticketgate yet. Start a server of this version with it, or run "ticketgate migrate".\n',
    ]);
    expect(await testDatabase.database.query(`select to_regnamespace('ticketgate') is not null as "isThere"`)).toEqual([
      { isThere: false },
    ]);
    await testDatabase.stop();
  });
});
