import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess, type ServerProcess, untilTrue } from '@ticketgate/test-support';

const folder = mkdtempSync(join(tmpdir(), 'ticketgate-disk-'));
chmodSync(folder, 0o755);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder]).status === 0;

// A disk that can be filled without harm needs the right to mount one.
const describeOnDisk = mounted ? describe : describe.skip;

describeOnDisk('a server whose disk is full', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServerProcess(folder);
  });

  afterAll(async () => {
    await server.stop();
  });

  const filler = join(folder, 'filler');

  function fill(): void {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_000_000));
  }

  async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const login = { UserLogin: 'api_agent', Password: server.rootPassword };
    const init = { method: 'POST', body: JSON.stringify({ ...login, ...body }) };
    const response = await fetch(`${server.url}/connector/${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const create = () =>
    post('ticket-create', {
      Ticket: { Title: 'Kept', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' },
      Article: { Subject: 'Subject', Body: 'x'.repeat(500_000), ContentType: 'text/plain' },
    });

  it('answers 503 to writes, and recovers once there is space, with every acknowledged ticket', async () => {
    const acknowledged: unknown[] = [];
    fill();
    const statuses = new Set<number>();
    for (let index = 0; index < 100 && !statuses.has(503); index += 1) {
      const { status, body } = await create();
      statuses.add(status);
      if (status === 200 && body.TicketID !== undefined) acknowledged.push(body.TicketID);
    }
    expect(statuses).toContain(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    rmSync(filler);
    await untilTrue(async () => (await create()).status === 200);
    for (const TicketID of acknowledged) {
      expect((await post('ticket-get', { TicketID })).body).toMatchObject({ Ticket: [{ Title: 'Kept' }] });
    }
  }, 180_000);
});

afterAll(() => {
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});
