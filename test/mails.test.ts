import { EventAdministration } from '@ticketgate/database';
import { definePlugin, type Data, type DeliveredEvent } from '@ticketgate/sdk';
import { AdminClient } from './admin/admin-client.js';

import { collectingLogger, startTestServer, untilTrue, type TestServer } from './support/index.js';
import { MailReceiver } from './support/mail-receiver.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

const PASSWORD = 'open-sesame';
const MAIL = { ...ARTICLE, Subject: 'Ink', ArticleSend: 1, To: 'Ink <ink@customer.org>', Cc: 'pen@customer.org' };

describe('mails of a database of our own', () => {
  const logger = collectingLogger();
  const heard: DeliveredEvent[] = [];
  let receiver: MailReceiver;
  let server: TestServer;

  const hear = (event: DeliveredEvent) => void heard.push(event);
  const fail = (statement: string) =>
    server.database.query(`create function fail() returns trigger language plpgsql as $$ begin ${statement} end $$`);
  const watcher = definePlugin({
    name: 'watcher',
    operations: [],
    events: { ArticleEmailSendingQueued: hear, ArticleCreate: hear, ArticleSend: hear, 'mail.queued': hear },
  });

  beforeAll(async () => {
    process.env.TICKETGATE_SECRET_MAIL = PASSWORD;
    receiver = await MailReceiver.start();
    server = await startTestServer({
      webServices: { Tickets: `Gateway: { Profile: contract, Answer: flat }\n${TICKETS}` },
      configuration: {
        events: { attempts: 3, delays: [0] },
        Settings: {
          CheckMXRecord: 0,
          'SendmailModule::Host': '127.0.0.1',
          'SendmailModule::Port': receiver.port,
          'SendmailModule::AuthUser': 'gate',
          'SendmailModule::AuthPassword': 'TICKETGATE_SECRET_MAIL',
        },
      },
      plugins: [watcher],
      logger,
    });
    await server.database.query(`update system_address set value0 = 'desk@customer.org', value1 = 'Desk, "blue"'`);
  });

  afterAll(async () => {
    await server.stop();
    await receiver.close();
    delete process.env.TICKETGATE_SECRET_MAIL;
  });

  beforeEach(async () => {
    await server.database.query('delete from ticketgate.event');
    await server.database.query('delete from mail_queue');
    receiver.script();
    heard.length = 0;
  });

  const create = (article: Data = {}, more: Data = {}) =>
    callTickets(server, 'create', { Ticket: TICKET, Article: { ...MAIL, ...article }, ...more });
  const events = (state: 'dead' | 'waiting') => new EventAdministration(server.database).list({ state, limit: 10 });
  const queued = () => server.database.query('select recipient from mail_queue');
  const delivered = () => untilTrue(async () => (await events('waiting')).length === 0);

  it('are sent after the commit, with their envelope, over a connection with the login', async () => {
    const { TicketNumber } = await create({ Bcc: 'nib@customer.org' });
    await delivered();
    const [mail, ...others] = receiver.arrived;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      sender: 'desk@customer.org',
      recipients: ['ink@customer.org', 'pen@customer.org', 'nib@customer.org'],
      login: `gate:${PASSWORD}`,
    });
    expect(mail?.text).toContain(`[Ticket#${String(TicketNumber)}]`);
    expect(mail?.text).toMatch(/^To: Ink <ink@customer\.org>$/m);
    expect(mail?.text).not.toContain('nib@customer.org');
    expect([await queued(), await events('dead')]).toEqual([[], []]);
  });

  it('raise the events of the family and one of ours, each with the ids', async () => {
    const { TicketID, ArticleID, TicketNumber } = await create();
    await delivered();
    const ids = { TicketID, ArticleID };
    expect(heard.filter(({ name }) => name !== 'mail.queued').map(({ name }) => name)).toEqual([
      ...['ArticleEmailSendingQueued', 'ArticleCreate', 'ArticleSend'],
    ]);
    expect(heard.find(({ name }) => name === 'mail.queued')?.data).toEqual({ ...ids, TicketNumber });
    expect(heard.find(({ name }) => name === 'ArticleEmailSendingQueued')?.data).toEqual({
      ...ids,
      Status: 'Queued',
      Message: 'Successfully stored message for sending.',
    });
    expect(heard.find(({ name }) => name === 'ArticleSend')?.data).toEqual(ids);
  });

  it('are sent with updates, one for each that was asked for', async () => {
    const { TicketID } = await callTickets(server, 'create', { Ticket: TICKET, Article: ARTICLE });
    await callTickets(server, 'update', { TicketID, Article: MAIL });
    await delivered();
    expect(receiver.arrived).toHaveLength(1);
  });

  it.each(['EHLO', 'AUTH', 'MAIL FROM', 'RCPT TO', 'DATA', '.'])(
    'are sent again after a failure that may pass, here at %s',
    async (start) => {
      let failures = 0;
      receiver.script((line) =>
        line.startsWith(start) && line.length <= 80 && (failures += 1) === 1 ? '421 too busy' : undefined,
      );
      await create({ Cc: '' });
      await delivered();
      expect([receiver.arrived.length, failures > 1, await queued(), await events('dead')]).toEqual([1, true, [], []]);
    },
  );

  it('are sent again after the connection broke', async () => {
    let breaks = 0;
    receiver.script((line, socket) => {
      if (line === 'DATA' && (breaks += 1) === 1) socket.destroy();
      return undefined;
    });
    await create();
    await delivered();
    expect([breaks, receiver.arrived.length, await queued()]).toEqual([2, 1, []]);
  });

  it('are kept with the reason where the server refuses them for good, and sent when an administrator asks', async () => {
    receiver.script((line) => (line.startsWith('RCPT TO') ? '550 5.1.1 no such user' : undefined));
    await create({ Cc: '' });
    await delivered();
    const [failed] = await events('dead');
    expect(failed).toMatchObject({ consumer: 'ticket', name: 'mail.queued', attempts: 1 });
    expect(failed?.error).toBe(
      `The mail server 127.0.0.1:${receiver.port} did not take a mail: ink@customer.org: 550 5.1.1 no such user`,
    );
    expect(await queued()).toEqual([{ recipient: 'ink@customer.org' }]);
    receiver.script();
    await new EventAdministration(server.database).retry({ ids: [failed?.id ?? 0] }, new Date());
    await untilTrue(() => Promise.resolve(receiver.arrived.length === 1));
    await untilTrue(async () => (await queued()).length === 0);
  });

  it('are not sent twice to those whom the server served at the first attempt', async () => {
    let refusals = 0;
    receiver.script((line) => (line.startsWith('RCPT TO:<pen') && (refusals += 1) === 1 ? '450 full' : undefined));
    await create();
    await delivered();
    expect(receiver.arrived.map(({ recipients }) => recipients)).toEqual([['ink@customer.org'], ['pen@customer.org']]);
  });

  it('are not sent again because the database could not record it', async () => {
    await server.database.query(`create sequence tries`);
    await fail(`if nextval('tries') = 1 then raise exception 'away'; end if; return old;`);
    await server.database.query(`create trigger fail before delete on mail_queue for each row execute function fail()`);
    await create();
    await delivered();
    await server.database.query('drop function fail cascade');
    await server.database.query('drop sequence tries');
    expect([receiver.arrived.length, await queued(), await events('dead')]).toEqual([1, [], []]);
  });

  it('are neither kept nor sent if the write is rolled back, or only tried', async () => {
    await fail(`raise exception 'no';`);
    await server.database.query(`create constraint trigger fail after insert on mail_queue deferrable initially deferred
      for each row execute function fail()`);
    // A fault in text, not an answer.
    await expect(create()).rejects.toThrow('is not valid JSON');
    await server.database.query('drop function fail cascade');
    await create({}, { DryRun: 1 });
    expect([await queued(), await events('waiting'), receiver.arrived]).toEqual([[], [], []]);
  });

  it('are gone with their ticket', async () => {
    receiver.script((line) => (line.startsWith('RCPT TO') ? '550 no' : undefined));
    const { TicketID } = await create();
    await delivered();
    const [failed] = await events('dead');
    await callTickets(server, 'delete', { TicketID });
    receiver.script();
    await new EventAdministration(server.database).retry({ ids: [failed?.id ?? 0] }, new Date());
    await delivered();
    expect([receiver.arrived, await events('dead')]).toEqual([[], []]);
  });

  it('keep the password out of logs, reasons and settings, even if the server repeats it', async () => {
    receiver.script((line) => (line.startsWith('AUTH') ? `535 ${PASSWORD} is wrong, as is ${line}` : undefined));
    await create();
    await delivered();
    const [failed] = await events('dead');
    expect(failed).toMatchObject({ attempts: 3, error: expect.stringMatching(/: 535 \*{7} is wrong/) as string });
    const admin = new AdminClient(server.url);
    await admin.logIn('root@localhost', server.rootPassword);
    const settings = JSON.stringify(await admin.get('GET /settings'));
    expect(settings).toContain('SendmailModule::AuthPassword');
    const login = Buffer.from(`\0gate\0${PASSWORD}`).toString('base64');
    const shown = [settings, JSON.stringify(failed), ...logger.lines].join('\n');
    expect([PASSWORD, login].filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it.each<[Data, RegExp]>([
    [{ From: 'desk@localhost' }, /Article->From or the e-mail address of the queue, "desk@localhost", cannot be/],
    [{ Cc: 'nobody' }, /Article->Cc or Article->Bcc is not a line of e-mail addresses/],
    [{ To: 'nobody' }, /Article->To parameter must be a valid email address when/],
    [{ ArticleSend: 0 }, /Article->To is only used with ArticleSend\. Leave it out, or send ArticleSend: 1\./],
  ])('that nobody can send are refused with the reason: %j', async (article, reason) => {
    expect(JSON.stringify(await create(article)).replaceAll('\\"', '"')).toMatch(reason);
    expect([await queued(), await events('waiting')]).toEqual([[], []]);
  });
});
