import { chmodSync, mkdtempSync, readdirSync, rmSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedServer } from '@ticketgate/database';
import { silentLogger } from '../support/index.js';

describe('codes of the embedded database', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-codes-'));
    chmodSync(folder, 0o755);
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const start = () => startEmbeddedServer({ folder: join(folder, 'data'), logger: silentLogger, fsync: false });

  it('Database.BinariesMissing: some platforms have no PostgreSQL package', async () => {
    const { arch } = process;
    Object.defineProperty(process, 'arch', { value: 'abacus' });
    try {
      await expect(start()).rejects.toMatchObject({ code: 'Database.BinariesMissing' });
    } finally {
      Object.defineProperty(process, 'arch', { value: arch });
    }
  });

  it('Database.ServerNotStarted: PostgreSQL refuses settings that it does not know', async () => {
    const server = await start();
    await server.stop();
    const files = readdirSync(server.folder, { recursive: true, encoding: 'utf8' });
    const settings = files.find((file) => file.endsWith('postgresql.conf')) ?? '';
    expect(dirname(settings)).not.toBe('.');
    appendFileSync(join(server.folder, settings), 'ink = blue\n');
    await expect(start()).rejects.toMatchObject({ code: 'Database.ServerNotStarted' });
  });
});
