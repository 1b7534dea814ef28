import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTicketgate, startServerProcess, type ServerProcess, untilTrue } from '../../support/index.js';

const folder = mkdtempSync(join(tmpdir(), 'ticketgate-disk-'));
chmodSync(folder, 0o755);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder]).status === 0;

// A disk that can be filled without harm needs the right to mount one.
if (!mounted) process.stderr.write('skipped: a full disk, since nothing can be mounted here\n');
const describeOnDisk = mounted ? describe : describe.skip;

/** Leaves a megabyte; the function that it returns makes space again. */
function fill(disk: string): () => void {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_000_000));
  return () => {
    rmSync(filler);
  };
}

async function post(
  { url, rootPassword }: ServerProcess,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const login = { UserLogin: 'api_agent', Password: rootPassword };
  const init = { method: 'POST', body: JSON.stringify({ ...login, ...body }) };
  const response = await fetch(`${url}/connector/${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function create(server: ServerProcess) {
  return post(server, 'ticket-create', {
    Ticket: { Title: 'Kept', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
    Article: { Subject: 'Subject', Body: randomBytes(400_000).toString('base64'), ContentType: 'text/plain' },
  });
}

/** Writes until the disk is full, and once there is space again looks for each ticket that was acknowledged. */
async function expectRecovery(server: ServerProcess, disk: string): Promise<void> {
  const acknowledged: unknown[] = [];
  const empty = fill(disk);
  const statuses = new Set<number>();
  for (let index = 0; index < 300 && !statuses.has(503); index += 1) {
    const { status, body } = await create(server);
    statuses.add(status);
    if (status === 200 && body.TicketID !== undefined) acknowledged.push(body.TicketID);
  }
  expect(statuses).toContain(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  empty();
  await untilTrue(async () => (await create(server)).status === 200);
  for (const TicketID of acknowledged) {
    const { body } = await post(server, 'ticket-get', { TicketID });
    expect(body).toMatchObject({ Ticket: [{ Title: 'Kept' }] });
  }
}

describeOnDisk('a server whose disk is full', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServerProcess(folder);
  });

  afterAll(async () => {
    await server.stop();
  });

  it('answers 503 to writes, and recovers once there is space, with every acknowledged ticket', async () => {
    await expectRecovery(server, folder);
  }, 180_000);

  it('answers requests that cannot be recorded any more, and records them again once there is space', async () => {
    // This web service records each failure. Others count those that are like earlier ones of the same minute.
    const login = new URLSearchParams({ UserLogin: 'api_agent', Password: server.rootPassword });
    const address = `${server.url}/Webservice/GenericTicketConnectorREST/Ticket/999999?${login.toString()}`;
    const refused = { Error: { ErrorCode: 'TicketGet.AccessDenied' } };
    const get = async (id: string) => (await fetch(address, { headers: { 'X-Request-Id': id } })).json();
    const find = (id: string) => command(['debug-log', 'show', id]);
    expect(await get('before')).toMatchObject(refused);
    await untilTrue(async () => (await find('before')).code === 0);
    const empty = fill(folder);
    for (let index = 0; index < 200; index += 1) expect(await get(`during-${index}`)).toMatchObject(refused);
    empty();
    expect(await get('after')).toMatchObject(refused);
    await untilTrue(async () => (await find('after')).code === 0);
  }, 180_000);

  it('names a backup that finds no space, and leaves nothing of it', async () => {
    const small = mkdtempSync(join(tmpdir(), 'ticketgate-small-disk-'));
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status).toBe(0);
    try {
      const { code, log } = await command(['backup', join(small, 'all.sql.gz')]);
      expect([code, log]).toEqual([2, expect.stringMatching(/was not written: .*space/)]);
      expect(readdirSync(small)).toEqual([]);
      expect((await create(server)).status).toBe(200);
    } finally {
      spawnSync('umount', [small]);
      rmSync(small, { recursive: true, force: true });
    }
  });

  const command = (words: readonly string[]) =>
    runTicketgate(words, { environment: { TICKETGATE_DATA: join(folder, 'data') } });
});

describeOnDisk('a server whose disk for the write-ahead log is full', () => {
  const data = mkdtempSync(join(tmpdir(), 'ticketgate-wal-'));
  const log = mkdtempSync(join(tmpdir(), 'ticketgate-wal-disk-'));
  let server: ServerProcess;

  beforeAll(async () => {
    chmodSync(data, 0o755);
    await (await startServerProcess(data)).stop();
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m,mode=777', 'tmpfs', log]).status).toBe(0);
    const own = join(data, 'data', 'postgresql', 'pg_wal');
    // With its owner and its rights; PostgreSQL follows the link.
    expect(spawnSync('cp', ['-a', own, join(log, 'pg_wal')]).status).toBe(0);
    rmSync(own, { recursive: true });
    symlinkSync(join(log, 'pg_wal'), own);
    server = await startServerProcess(data);
  });

  afterAll(async () => {
    await server.stop();
    spawnSync('umount', [log]);
    for (const folder of [data, log]) rmSync(folder, { recursive: true, force: true });
  });

  it('loses no acknowledged ticket, and writes again once there is space', async () => {
    await expectRecovery(server, log);
  }, 180_000);
});

afterAll(() => {
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});
