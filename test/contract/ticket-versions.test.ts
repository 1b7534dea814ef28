import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnServer, untilTrue, type TestServer } from '../support/index.js';

const DEFINITION = join(import.meta.dirname, '..', '..', 'config', 'webservices', 'TicketService.yml');
const LOGIN = { UserLogin: 'root@localhost', Password: 'test-Passw0rd-1' };
const TICKET = { Title: 'Lamp', Queue: 'Raw', State: 'open', Priority: '3 normal', CustomerUser: 'carla@customer.org' };
const ARTICLE = { Subject: 'Dark', Body: 'No light.', MimeType: 'text/plain' };
const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
/** Statements that wait for a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

let server: TestServer;

beforeAll(async () => {
  server = await startOwnServer({ webServices: { TicketService: readFileSync(DEFINITION, 'utf8') } });
});

afterAll(() => server.stop());

type Members = Readonly<Record<string, unknown>>;

function send(operation: 'TicketCreate' | 'TicketUpdate', body: Members, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/Webservice/TicketService/${operation}`, {
    method: operation === 'TicketCreate' ? 'POST' : 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ ...LOGIN, ...body }),
  });
}

function read(operation: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const words = new URLSearchParams({ ...LOGIN, ...query });
  return fetch(`${server.url}/Webservice/TicketService/${operation}?${words.toString()}`, { headers });
}

async function create(more: Members = {}): Promise<{ readonly TicketID: string; readonly ArticleID: string }> {
  const response = await send('TicketCreate', { Ticket: TICKET, Article: ARTICLE, ...more });
  const { Data } = (await response.json()) as { Data: { TicketID: string; ArticleID: number } };
  return { TicketID: Data.TicketID, ArticleID: String(Data.ArticleID) };
}

async function tagOf(TicketID: string): Promise<string> {
  const response = await read('TicketGet', { TicketID });
  expect(response.status).toBe(200);
  return response.headers.get('ETag') ?? '';
}

function rename(TicketID: string, Title: string, tag: string): Promise<Response> {
  return send('TicketUpdate', { TicketID, Ticket: { Title } }, { 'If-Match': tag });
}

describe('the ETag of a ticket', () => {
  it('stays the same until the ticket changes', async () => {
    const { TicketID } = await create();
    const before = await tagOf(TicketID);
    expect(before).toMatch(/^W\/"\d+-\d+"$/);
    expect(await tagOf(TicketID)).toBe(before);
    expect((await rename(TicketID, 'Changed', before)).status).toBe(200);
    expect(await tagOf(TicketID)).not.toBe(before);
  });

  it('is missing when several tickets are read', async () => {
    const [one, other] = [await create(), await create()];
    const response = await read('TicketGet', { TicketID: `${one.TicketID},${other.TicketID}` });
    expect(response.headers.get('ETag')).toBeNull();
  });

  it('keeps an update from overwriting what somebody else has changed', async () => {
    const { TicketID } = await create();
    const known = await tagOf(TicketID);
    await send('TicketUpdate', { TicketID, Article: ARTICLE });
    const refused = await rename(TicketID, 'Lost', known);
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({
      ErrorCode: 'TicketUpdate.PreconditionFailed',
      ErrorMessage: expect.stringContaining(await tagOf(TicketID)) as string,
    });
    const { Data } = (await (await read('TicketGet', { TicketID })).json()) as { Data: { Ticket: Members[] } };
    expect(Data.Ticket).toEqual([expect.objectContaining({ Title: 'Lamp' })]);
  });

  it('lets only one of several concurrent updates with it succeed', async () => {
    const { TicketID } = await create();
    const known = await tagOf(TicketID);
    const responses = await Promise.all(['A', 'B', 'C', 'D'].map((title) => rename(TicketID, title, known)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('refuses an update that has waited for the change of somebody else', async () => {
    const { TicketID } = await create();
    const known = await tagOf(TicketID);
    const { database } = server;
    const [waited] = await database.withTransaction(async (theirs) => {
      await theirs.query(`update ticket set title = 'Theirs' where id = $1`, [TicketID]);
      await theirs.query(
        `insert into ticket_history (name, history_type_id, ticket_id, type_id, queue_id, owner_id, priority_id, state_id,
           create_time, create_by, change_time, change_by)
         select 'Theirs', history_type_id, ticket_id, type_id, queue_id, owner_id, priority_id, state_id,
           create_time, create_by, change_time, change_by
         from ticket_history where ticket_id = $1 limit 1`,
        [TicketID],
      );
      const waiting = rename(TicketID, 'Mine', known);
      await untilTrue(async () => (await database.query(WAITING)).length > 0);
      return [waiting];
    });
    expect((await waited).status).toBe(412);
  });

  it.each(['*', '"1-1", THIS', 'W/THIS'])('is found in If-Match: %s', async (written) => {
    const { TicketID } = await create();
    const tag = (await tagOf(TicketID)).replace('W/', '');
    expect((await rename(TicketID, 'Changed', written.replace('THIS', tag))).status).toBe(200);
  });
});

describe('a dry run', () => {
  it('answers the new ticket without ids and leaves nothing behind, not even under an Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'dry-run-1' };
    const [{ count: before } = { count: '' }] = await server.database.query<{ count: string }>(
      'select count(*) from ticket',
    );
    const response = await send('TicketCreate', { DryRun: true, Ticket: TICKET, Article: ARTICLE }, key);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ Data: { DryRun: 1, Ticket: { Title: 'Lamp', Queue: 'Raw' } } });
    expect(await server.database.query('select count(*) from ticket')).toEqual([{ count: before }]);
    const real = await send('TicketCreate', { Ticket: TICKET, Article: ARTICLE }, key);
    expect(await real.json()).toMatchObject({ Data: { TicketID: expect.anything() as unknown } });
    const again = await send('TicketCreate', { DryRun: '1', Ticket: TICKET, Article: ARTICLE }, key);
    expect(await again.json()).toMatchObject({ Data: { DryRun: 1 } });
  });

  it('refuses to change a ticket that is not as expected', async () => {
    const { TicketID } = await create();
    const change = { TicketID, DryRun: 1, Ticket: { Title: 'Other' } };
    const tag = await tagOf(TicketID);
    expect(await (await send('TicketUpdate', change, { 'If-Match': tag })).json()).toMatchObject({
      Data: { TicketID: Number(TicketID), DryRun: 1, Ticket: { Title: 'Other' } },
    });
    expect((await send('TicketUpdate', change, { 'If-Match': '"1-1"' })).status).toBe(412);
    expect(await tagOf(TicketID)).toBe(tag);
  });
});

describe('AttachmentGet', () => {
  let file: { readonly ArticleID: string; readonly FileID: string };

  beforeAll(async () => {
    const attachment = { Filename: 'ü.bin', ContentType: 'image/png; name="x"', Content: BYTES.toString('base64') };
    const { ArticleID } = await create({ Attachment: [attachment] });
    file = { ArticleID, FileID: '1' };
  });

  it('sends the bytes as a download of their type and name', async () => {
    const response = await read('AttachmentGet', file);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '1000',
      'content-disposition': `attachment; filename="_.bin"; filename*=UTF-8''%C3%BC.bin`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('sends no bytes for HEAD', async () => {
    const words = new URLSearchParams({ ...LOGIN, ...file });
    const url = `${server.url}/Webservice/TicketService/AttachmentGet?${words.toString()}`;
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  it.each([
    [{ FileID: '2' }, 404, 'AttachmentGet.NotFound'],
    [{ ArticleID: '999999' }, 403, 'AttachmentGet.AccessDenied'],
    [{ FileID: 'a' }, 400, 'AttachmentGet.InvalidParameter'],
    [{ Password: 'wrong' }, 401, 'AttachmentGet.AuthFail'],
  ])('refuses %p: %i', async (...[query, status, code]) => {
    const response = await read('AttachmentGet', { ...file, ...query });
    expect([response.status, ((await response.json()) as Members).ErrorCode]).toEqual([status, code]);
  });

  it('needs both ids', async () => {
    const response = await read('AttachmentGet', {});
    expect(await response.json()).toMatchObject({ ErrorCode: 'AttachmentGet.MissingParameter' });
  });
});
