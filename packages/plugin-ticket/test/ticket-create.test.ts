import type { Caller, Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketGet } from '../src/operations/ticket-get.js';
import { CUSTOMER, READER, TicketTests, type Call } from './support/ticket-tests.js';

const TICKET = {
  Title: 'Printer on fire',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'customer@example.com',
  Type: 'Incident',
};
const ARTICLE = { Subject: 'Printer', Body: 'It burns.', ContentType: 'text/plain; charset=utf8' };

describe('Ticket::TicketCreate', () => {
  let tests: TicketTests;

  beforeAll(async () => {
    tests = await TicketTests.start();
  });

  afterAll(async () => {
    await tests.stop();
  });

  const input = (ticket: Data = {}, article: Data = {}, rest: Data = {}) => ({
    Ticket: { ...TICKET, ...ticket },
    Article: { ...ARTICLE, ...article },
    ...rest,
  });
  const count = async () => (await tests.query<{ count: number }>('select count(*) from ticket'))[0]?.count;

  it('answers the ids as clients of the family know them: TicketID as text, ArticleID as a number', async () => {
    const answer = await tests.run(ticketCreate, input());
    expect(answer).toEqual({
      TicketID: expect.stringMatching(/^\d+$/) as string,
      TicketNumber: expect.stringMatching(/^2026112310\d{5}\d$/) as string,
      ArticleID: expect.any(Number) as number,
    });
    const asCustomer = await tests.run(ticketCreate, input(), { caller: CUSTOMER });
    expect(asCustomer.ArticleID).toEqual(expect.any(String));
  });

  it('stores ticket, article, index and time in full', async () => {
    const { TicketID } = await tests.run(
      ticketCreate,
      input({ Service: 'IT', SLA: 'Gold' }, { TimeUnit: '1,5', SenderType: 'customer' }),
    );
    const [ticket] = await tests.query('select * from ticket where id = $1', [TicketID]);
    expect(ticket).toMatchObject({
      title: 'Printer on fire',
      queue_id: 4,
      type_id: 2,
      service_id: 1,
      sla_id: 1,
      user_id: 2,
      responsible_user_id: 2,
      customer_id: 'ACME',
      customer_user_id: 'customer@example.com',
      create_time: '2026-11-23 12:00:00',
      // One working hour after Monday noon.
      escalation_response_time: Date.parse('2026-11-23T13:00:00Z') / 1000,
    });
    const [article] = await tests.query(
      `select a_from, a_to, a_subject, a_body, a_content_type, is_visible_for_customer from article
       join article_data_mime on article_id = article.id where ticket_id = $1`,
      [TicketID],
    );
    expect(article).toEqual({
      a_from: '"Carla Customer" <customer@example.com>',
      a_to: 'Misc',
      a_subject: 'Printer',
      a_body: 'It burns.',
      a_content_type: 'text/plain; charset=utf8',
      is_visible_for_customer: 1,
    });
    expect(await tests.query('select time_unit from time_accounting where ticket_id = $1', [TicketID])).toEqual([
      { time_unit: '1.50' },
    ]);
    const index = await tests.query<{ article_value: string }>(
      `select article_value from article_search_index where ticket_id = $1 and article_key = 'MIMEBase_Body'`,
      [TicketID],
    );
    expect(index).toEqual([{ article_value: 'burns' }]);
  });

  it('keeps tickets apart that are created at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `quoted "${index}", {braced}\\`);
    const answers = await Promise.all(
      names.map((name, index) =>
        tests.run(ticketCreate, input({ Title: name }, { Subject: name, Body: `ink${index}`, TimeUnit: index + 1 })),
      ),
    );
    for (const [index, { TicketID, TicketNumber, ArticleID }] of answers.entries()) {
      const [stored] = await tests.query(
        `select t.tn, t.title, m.a_subject, m.a_body, time_unit::int as unit, article_value as body, a.id::int as article,
           (select array_agg(name order by id) from ticket_history where ticket_id = t.id) as history
         from ticket t join article a on a.ticket_id = t.id join article_data_mime m on m.article_id = a.id
         join time_accounting u on u.article_id = a.id and u.ticket_id = t.id
         join article_search_index i on i.article_id = a.id and i.ticket_id = t.id and article_key = 'MIMEBase_Body'
         where t.id = $1`,
        [TicketID],
      );
      const name = names[index];
      expect(stored).toMatchObject({
        tn: TicketNumber,
        title: name,
        a_subject: name,
        a_body: `ink${index}`,
        article: ArticleID,
      });
      expect(stored).toMatchObject({ unit: index + 1, body: `ink${index}` });
      expect((stored as { history: string[] }).history).toHaveLength(10);
      expect(stored).toHaveProperty('history.0', `%%${String(TicketNumber)}%%Misc%%3 normal%%new%%${String(TicketID)}`);
    }
  });

  it('writes the history of the family, in its order', async () => {
    const { TicketID, TicketNumber } = await tests.run(ticketCreate, input());
    expect(
      (await tests.history(Number(TicketID))).map((row) => row.split(' | ').slice(0, 2).join(' | ')),
    ).toMatchObject({ length: 9 });
    const rows = await tests.query<{ type: string; name: string; has_article: boolean }>(
      `select t.name as type, h.name, article_id is not null as has_article from ticket_history h
       join ticket_history_type t on t.id = h.history_type_id where ticket_id = $1 order by h.id`,
      [TicketID],
    );
    expect(rows.map(({ type, name, has_article }) => `${type} ${name} ${String(has_article)}`)).toEqual([
      `NewTicket %%${String(TicketNumber)}%%Misc%%3 normal%%new%%${String(TicketID)} false`,
      'ServiceUpdate %%NULL%%%%NULL%% false',
      'SLAUpdate %%NULL%%%%NULL%% false',
      'TypeUpdate %%Incident%%2 false',
      'CustomerUpdate %%CustomerID=ACME;CustomerUser=customer@example.com; false',
      'NewTicket %%GenericInterface Create true',
      'Misc Reset of unlock time. false',
      'OwnerUpdate %%apiagent%%2 false',
      'ResponsibleUpdate %%apiagent%%2 false',
    ]);
  });

  it('records the names that were sent, even where an id beside them names another entry', async () => {
    const { TicketID } = await tests.run(ticketCreate, input({ QueueID: 3, StateID: 4, PriorityID: 5 }));
    const [ticket] = await tests.query(
      'select queue_id, ticket_state_id, ticket_priority_id from ticket where id = $1',
      [TicketID],
    );
    expect(ticket).toEqual({ queue_id: 3, ticket_state_id: 4, ticket_priority_id: 5 });
    expect((await tests.history(Number(TicketID)))[0]).toContain('%%Misc%%3 normal%%new%%');
  });

  it('records only once that the unlock time restarted, by the lock or by the article of an agent', async () => {
    const resets = async (ticket: Data, call: Call = {}) => {
      const { TicketID } = await tests.run(ticketCreate, input(ticket), call);
      const [stored] = await tests.query<{ timeout: number }>('select timeout from ticket where id = $1', [TicketID]);
      const history = await tests.history(Number(TicketID));
      return [stored?.timeout !== 0, history.filter((line) => line.includes('Reset of unlock time.')).length];
    };
    expect(await resets({ Owner: 'apiagent' })).toEqual([true, 1]);
    expect(await resets({ Lock: 'lock' })).toEqual([true, 1]);
    expect(await resets({ Lock: 'unlock' })).toEqual([true, 1]);
    expect(await resets({ Lock: 'tmp_lock' }, { caller: CUSTOMER })).toEqual([false, 0]);
    expect(await resets({ Lock: 'lock', State: 'closed successful' }, { caller: CUSTOMER })).toEqual([true, 1]);
  });

  it('cuts texts by characters', async () => {
    const { TicketID } = await tests.run(ticketCreate, input({ Title: `x${'🦦'.repeat(200)}` }));
    const [ticket] = await tests.query('select title from ticket where id = $1', [TicketID]);
    expect(ticket).toEqual({ title: `x${'🦦'.repeat(190)}` });
  });

  it('locks a ticket whose owner is named, and sets pending times', async () => {
    const { TicketID } = await tests.run(
      ticketCreate,
      input({ Owner: 'bossagent', State: 'pending reminder', PendingTime: { Diff: '30' } }),
    );
    expect(
      await tests.query('select ticket_lock_id, user_id, until_time from ticket where id = $1', [TicketID]),
    ).toEqual([{ ticket_lock_id: 2, user_id: 6, until_time: Date.parse('2026-11-23T12:30:00Z') / 1000 }]);
  });

  it('stores HTML as text with the original beside it, and attachments under names of their own', async () => {
    const html = '<p>Hello <b>World</b></p><ul><li>a</li><li>b</li></ul>';
    const file = { Filename: '../a.txt', ContentType: 'text/plain', Content: 'aGVs\nbG8=' };
    const { TicketID } = await tests.run(
      ticketCreate,
      input({}, { Body: html, ContentType: 'text/html; charset=utf-8' }, { Attachment: [file, file] }),
    );
    const [article] = await tests.query<{ id: number; a_body: string; a_content_type: string }>(
      'select article.id, insert_fingerprint, a_body, a_content_type, content_path from article join article_data_mime on article_id = article.id where ticket_id = $1',
      [TicketID],
    );
    expect(article).toMatchObject({
      a_body: '\nHello World\n\n - a\n - b\n\n',
      a_content_type: 'text/plain; charset=utf-8',
      insert_fingerprint: expect.stringMatching(/^\d+-\w{32}$/) as string,
      content_path: '2026/11/23',
    });
    const files = await tests.query(
      'select filename, content_size, content, concat(content_id, content_alternative) as ids, disposition from article_data_mime_attachment where article_id = $1 order by id',
      [article?.id],
    );
    expect(files).toEqual([
      {
        filename: 'file-2',
        content_size: String(html.length),
        content: `${Buffer.from(html).toString('base64')}\n`,
        ids: '',
        disposition: '',
      },
      { filename: '/a.txt', content_size: '5', content: 'aGVsbG8=\n', ids: '', disposition: '' },
      { filename: '/a-1.txt', content_size: '5', content: 'aGVsbG8=\n', ids: '', disposition: '' },
    ]);
  });

  it.each([0, 1, 57, 58, 114])('stores attachments of %d bytes in lines, as hosts do', async (size) => {
    const content = Buffer.alloc(size, 'ink').toString('base64');
    const file = { Filename: 'a.txt', ContentType: 'text/plain', Content: content };
    const { ArticleID } = await tests.run(
      ticketCreate,
      input({}, {}, size === 0 ? { Attachment: { ...file, Content: '0' } } : { Attachment: file }),
    );
    const files = await tests.query(
      'select content, content_id, content_alternative from article_data_mime_attachment where article_id = $1',
      [ArticleID],
    );
    const lines = content.replaceAll(/.{1,76}/g, '$&\n');
    expect(files).toEqual([{ content: lines, content_id: null, content_alternative: null }]);
  });

  it.each(['znuny', 'otrs'] as const)(
    'refuses an article without a charset in profile %s, as the host does',
    async (profile) => {
      const request = input({}, { ContentType: 'text/plain' });
      expect(await tests.failure(ticketCreate, request, { profile })).toContain(
        'TicketCreate.InvalidParameter | TicketCreate: Article->ContentType is invalid!',
      );
    },
  );

  it('sets dynamic fields of ticket and article; days appear twice in the history, as recorded', async () => {
    const fields = [
      { Name: 'DueDate', Value: '2026-12-24' },
      { Name: 'ArticleRef', Value: 'A-1' },
      { Name: 'Tags', Value: ['red', 'blue'] },
      { Name: 'Labels', Value: ['l1', '', 'l2'] },
      { Name: 'Confirmed', Value: 1 },
      { Name: 'Impact', Value: '' },
    ];
    const answer = await tests.run(ticketCreate, input({}, {}, { DynamicField: fields }), {
      options: { IncludeTicketData: 1 },
    });
    const history = await tests.history(Number(answer.TicketID));
    expect(history.filter((line) => line.includes('DynamicField'))).toEqual(
      [
        'TicketDynamicFieldUpdate %%FieldName%%DueDate%%Value%%2026-12-24%%OldValue%% by 2 owner 1',
        'TicketDynamicFieldUpdate %%FieldName%%Tags%%Value%%red, blue%%OldValue%% by 2 owner 1',
        'TicketDynamicFieldUpdate %%FieldName%%Labels%%Value%%l1, l2%%OldValue%% by 2 owner 1',
        'TicketDynamicFieldUpdate %%FieldName%%Confirmed%%Value%%1%%OldValue%% by 2 owner 1',
        'TicketDynamicFieldUpdate %%FieldName%%DueDate%%Value%%2026-12-24%%OldValue%%2026-12-24 by 2 owner 2',
        'ArticleDynamicFieldUpdate %%FieldName%%ArticleRef%%Value%%A-1%%OldValue%% (article) by 2 owner 2',
      ].map((line) => `${line} state 1`),
    );
    expect(answer.Ticket).toMatchObject({ Article: { DynamicField: [{ Name: 'ArticleRef', Value: 'A-1' }] } });
    const { DynamicField: values } = answer.Ticket as { DynamicField: readonly Data[] }; // a list of fields
    expect(values.filter(({ Value }) => Value !== null)).toEqual([
      { Name: 'Confirmed', Value: 1 },
      { Name: 'DueDate', Value: '2026-12-24 00:00:00' },
      { Name: 'Labels', Value: ['l1', 'l2'] },
      { Name: 'Tags', Value: ['red', 'blue'] },
    ]);
  });

  it('records a day that is sent with its time only once', async () => {
    const field = { Name: 'DueDate', Value: '2026-12-24 00:00:00' };
    const { TicketID } = await tests.run(ticketCreate, input({}, {}, { DynamicField: field }));
    const history = await tests.history(Number(TicketID));
    expect(history.filter((line) => line.includes('DueDate'))).toEqual([
      'TicketDynamicFieldUpdate %%FieldName%%DueDate%%Value%%2026-12-24%%OldValue%% by 2 owner 1 state 1',
    ]);
  });

  it('resets the owner of a closed ticket that was to be locked, where unlocking does that', async () => {
    const history = async () => {
      const { TicketID } = await tests.run(ticketCreate, input({ Lock: 'lock', State: 'closed successful' }));
      return (await tests.history(Number(TicketID))).filter((line) => /^(OwnerUpdate|Lock|Unlock)/.test(line));
    };
    const lock = 'Lock %%lock by 2 owner 1 state 2';
    const unlock = ['Unlock %%unlock by 2 owner 1 state 2', 'OwnerUpdate %%apiagent%%2 by 2 owner 2 state 2'];
    expect(await history()).toEqual([
      lock,
      'OwnerUpdate Reset owner to root@localhost. by 2 owner 1 state 2',
      ...unlock,
    ]);
    await tests.withSettings({ 'Ticket::OwnerResetOnUnlock': 0 }, async () => {
      expect(await history()).toEqual([lock, ...unlock]);
    });
  });

  it('answers the whole ticket if the definition asks for it', async () => {
    const answer = await tests.run(
      ticketCreate,
      input({}, {}, { DynamicField: { Name: 'ExternalRef', Value: 'R-1' } }),
      { options: { IncludeTicketData: '1' } },
    );
    expect(answer.Ticket).toMatchObject({
      Title: 'Printer on fire',
      Owner: 'apiagent',
      DynamicField: expect.arrayContaining([{ Name: 'ExternalRef', Value: 'R-1' }]) as unknown,
      Article: { Subject: 'Printer', SenderType: 'agent' },
    });
  });

  it.each([
    ['otobo', '1'],
    ['contract', 1],
  ] as const)('answers ids of its article as TicketGet does, profile %s', async (profile, SenderTypeID) => {
    const { TicketID, Ticket } = await tests.run(ticketCreate, input(), { profile, options: { IncludeTicketData: 1 } });
    const read = await tests.run(ticketGet, { TicketID, AllArticles: 1 }, { profile });
    expect(Ticket).toMatchObject({ Article: { SenderTypeID } });
    expect(read.Ticket).toMatchObject([{ Article: [{ SenderTypeID }] }]);
  });

  it.each([[true], [1], ['1'], ['yes']])('includes it where IncludeTicketData is %j', async (value) => {
    expect(await tests.run(ticketCreate, input(), { options: { IncludeTicketData: value } })).toHaveProperty('Ticket');
  });

  it.each([[false], [0], ['0'], [''], [null]])('does not include it where IncludeTicketData is %j', async (value) => {
    expect(await tests.run(ticketCreate, input(), { options: { IncludeTicketData: value } })).not.toHaveProperty(
      'Ticket',
    );
  });

  it('needs one round trip for a ticket without attachments and dynamic fields', async () => {
    await tests.run(ticketCreate, input());
    const before = await statements();
    await tests.run(ticketCreate, input());
    // The catalogue, the directory and the customer are read anew here; a server keeps them.
    expect((await statements()) - before).toBe(1);
  });

  /** How often tickets were inserted by statements so far, and nothing but one statement can do it. */
  const statements = async () => {
    const [row] = await tests.query<{ count: number }>(
      'select count(distinct xmin::text) as count from ticket_history where ticket_id > 1',
    );
    return row?.count ?? 0;
  };

  it('leaves nothing behind when a part cannot be stored', async () => {
    const before = await count();
    const broken = input({}, {}, { DynamicField: [{ Name: 'ExternalRef', Value: ['a', 'b'] }] });
    expect(await tests.failure(ticketCreate, broken)).toContain('Dynamic Field ExternalRef could not be set');
    await tests.query('alter table article_data_mime_attachment add constraint full_disk check (filename <> $$full$$)');
    const file = { Filename: 'full', ContentType: 'text/plain', Content: 'eA==' };
    expect(await tests.failure(ticketCreate, input({}, {}, { Attachment: file }))).toContain('full_disk');
    expect(await count()).toBe(before);
  });

  it('gives concurrent creates numbers of their own', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => tests.run(ticketCreate, input())));
    expect(new Set(answers.map(({ TicketNumber }) => TicketNumber)).size).toBe(60);
  });

  const MISSING = 'TicketCreate.MissingParameter | TicketCreate: ';
  const INVALID = 'TicketCreate.InvalidParameter | TicketCreate: ';

  it.each<[string, unknown, string]>([
    ['no Ticket', { Article: ARTICLE }, `${MISSING}Ticket parameter is missing or not valid!`],
    [
      'a list as Article',
      { Ticket: TICKET, Article: [ARTICLE] },
      `${MISSING}Article parameter is missing or not valid!`,
    ],
    [
      'an empty DynamicField',
      input({}, {}, { DynamicField: [] }),
      `${MISSING}DynamicField parameter is missing or not valid!`,
    ],
    [
      'an empty Attachment',
      input({}, {}, { Attachment: [] }),
      `${MISSING}Attachment parameter is missing or not valid!`,
    ],
    ['the title 0', input({ Title: '0' }), `${MISSING}Ticket->Title parameter is missing!`],
    ['a list as title', input({ Title: ['a'] }), `${INVALID}Ticket->Title parameter is invalid!`],
    ['no CustomerUser', input({ CustomerUser: '' }), `${MISSING}Ticket->CustomerUser parameter is missing!`],
    ['a stranger', input({ CustomerUser: 'stranger' }), `${INVALID}Ticket->CustomerUser parameter is invalid!`],
    [
      'a customer who is not valid',
      input({ CustomerUser: 'gone' }),
      `${INVALID}Ticket->CustomerUser parameter is invalid!`,
    ],
    ['no queue', input({ Queue: '' }), `${MISSING}Ticket->QueueID or Ticket->Queue parameter is required!`],
    [
      'a queue that is not valid',
      input({ Queue: 'OldQueue' }),
      `${INVALID}Ticket->QueueID or Ticket->Queue parameter is invalid!`,
    ],
    ['an unknown lock', input({ Lock: 'maybe' }), `${INVALID}Ticket->LockID or Ticket->Lock parameter is invalid!`],
    [
      'no type',
      input({ Type: '' }),
      `${MISSING}Ticket->TypeID or Ticket->Type parameter is required by sysconfig option!`,
    ],
    [
      'a type that is not valid',
      input({ Type: 'Obsolete' }),
      `${INVALID}Ticket->TypeID or Ticket->Type parameter is invalid!`,
    ],
    [
      'a service of others',
      input({ Service: 'HR' }),
      `${INVALID}Ticket->ServiceID or Ticket->Service parameter is invalid!`,
    ],
    [
      'an SLA of another service',
      input({ Service: 'IT', SLA: 'Silver' }),
      `${INVALID}Ticket->SLAID or Ticket->SLA parameter is invalid!`,
    ],
    ['no state', input({ State: null }), `${MISSING}Ticket->StateID or Ticket->State parameter is required!`],
    [
      'a state in another case',
      input({ State: 'New' }),
      `${INVALID}Ticket->StateID or Ticket->State parameter is invalid!`,
    ],
    ['no priority', input({ Priority: '' }), `${MISSING}Ticket->PriorityID or Ticket->Priority parameter is required!`],
    [
      'an unknown priority',
      input({ PriorityID: 99 }),
      `${INVALID}Ticket->PriorityID or Ticket->Priority parameter is invalid!`,
    ],
    [
      'an owner who is not valid',
      input({ Owner: 'goneagent' }),
      `${INVALID}Ticket->OwnerID or Ticket->Owner parameter is invalid!`,
    ],
    [
      'an owner whose id is not in digits',
      input({ OwnerID: '0x2' }),
      `${INVALID}Ticket->OwnerID or Ticket->Owner parameter is invalid!`,
    ],
    [
      'an unknown responsible',
      input({ ResponsibleID: 99 }),
      `${INVALID}Ticket->ResponsibleID or Ticket->Responsible parameter is invalid!`,
    ],
    [
      'a day that does not exist',
      input({ PendingTime: { Year: 2026, Month: 2, Day: 30, Hour: 1, Minute: 1 } }),
      `${INVALID}Ticket->PendingTime parameter is invalid!`,
    ],
    [
      'a queue of others',
      input({ Queue: 'Restricted' }),
      'TicketCreate.AccessDenied | TicketCreate: Can not create tickets in given Queue or QueueID!',
    ],
    [
      'an allowed name beside a forbidden id',
      input({ QueueID: 6 }),
      'TicketCreate.AccessDenied | TicketCreate: Can not create tickets in given Queue or QueueID!',
    ],
    ['no subject', input({}, { Subject: '' }), `${MISSING}Article->Subject parameter is missing!`],
    ['no body', input({}, { Body: null }), `${MISSING}Article->Body parameter is missing!`],
    [
      'an unknown auto response',
      input({}, { AutoResponseType: 'nope' }),
      `${INVALID}Article->AutoResponseType parameter is invalid!`,
    ],
    [
      'the channel Chat',
      input({}, { CommunicationChannel: 'Chat' }),
      `${INVALID}Article->CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported!`,
    ],
    [
      'an unknown sender',
      input({}, { SenderType: 'robot' }),
      `${INVALID}Article->SenderTypeID or Ticket->SenderType parameter is invalid!`,
    ],
    ['a broken address', input({}, { From: 'bad@@address' }), `${INVALID}Article->From parameter is invalid!`],
    [
      'no content type',
      input({}, { ContentType: '' }),
      `${MISSING}Article->ContentType or Ticket->MimeType and Article->Charset parameters are required!`,
    ],
    [
      'a MimeType alone',
      input({}, { ContentType: '', MimeType: 'text/plain' }),
      `${MISSING}Article->Charset is required!`,
    ],
    ['a Charset alone', input({}, { Charset: 'utf-8' }), `${MISSING}Article->MimeType is required!`],
    [
      'an unknown charset',
      input({}, { MimeType: 'text/plain', Charset: 'klingon' }),
      `${INVALID}Article->Charset is invalid!`,
    ],
    [
      'a content type that is none',
      input({}, { ContentType: 'text/plain; charset=' }),
      `${INVALID}Article->ContentType is invalid!`,
    ],
    [
      'an unknown history type',
      input({}, { HistoryType: 'Bogus' }),
      `${INVALID}Article->HistoryType parameter is invalid!`,
    ],
    ['a time that is none', input({}, { TimeUnit: 'abc' }), `${INVALID}Article->TimeUnit parameter is invalid!`],
    ['NoAgentNotify 2', input({}, { NoAgentNotify: 2 }), `${INVALID}Article->NoAgent parameter is invalid!`],
    [
      'an unknown agent to notify',
      input({}, { ForceNotificationToUserID: [999] }),
      `${INVALID}Article->ForceNotificationToUserID UserID=999 parameter is invalid!`,
    ],
    [
      'a field without name',
      input({}, {}, { DynamicField: { Value: 'x' } }),
      `${MISSING}DynamicField->Name  parameter is missing!`,
    ],
    [
      'a field without value',
      input({}, {}, { DynamicField: { Name: 'ExternalRef' } }),
      `${MISSING}DynamicField->Value  parameter is missing!`,
    ],
    [
      'an unknown field',
      input({}, {}, { DynamicField: { Name: 'Nope', Value: 'x' } }),
      `${INVALID}DynamicField->Name parameter is invalid!`,
    ],
    [
      'a value that is not possible',
      input({}, {}, { DynamicField: { Name: 'Impact', Value: 'huge' } }),
      `${INVALID}DynamicField->Value parameter is invalid!`,
    ],
    [
      'an attachment without name',
      input({}, {}, { Attachment: { Content: 'eA==', ContentType: 'text/plain' } }),
      `${MISSING}Attachment->Filename  parameter is missing!`,
    ],
    [
      'an attachment of no type',
      input({}, {}, { Attachment: { Content: 'eA==', ContentType: 'zzz', Filename: 'a' } }),
      `${INVALID}Attachment->ContentType is invalid!`,
    ],
    [
      'an attachment that is no object',
      input({}, {}, { Attachment: ['x'] }),
      'OperationFault | TicketCreate: Ticket->Attachment parameter is invalid!',
    ],
  ])('refuses %s', async (_, request, expected) => {
    const before = await count();
    expect(await tests.failure(ticketCreate, request)).toBe(expected);
    expect(await count()).toBe(before);
  });

  it('reports missing credentials before it checks them', async () => {
    const failure = (credentials: object, caller?: Caller) =>
      tests.failure(ticketCreate, input(), { credentials, caller });
    expect(await failure({})).toBe(`${MISSING}UserLogin, CustomerUserLogin or SessionID is required!`);
    expect(await failure({ SessionID: 's', UserLogin: 'u' })).toBe(`${MISSING}Password or SessionID is required!`);
    expect(await failure({ SessionID: 's' })).toBe(
      'TicketCreate.AuthFail | TicketCreate: User could not be authenticated!',
    );
    expect(await tests.failure(ticketCreate, input(), { caller: READER })).toContain('TicketCreate.AccessDenied');
  });

  it('asks for accounted time where that is configured', async () => {
    await tests.withSettings({ 'Ticket::Frontend::NeedAccountedTime': 1 }, async () => {
      expect(await tests.failure(ticketCreate, input())).toBe(
        `${MISSING}Article->TimeUnit is required by sysconfig option!`,
      );
    });
  });

  it('answers clients of the contract with integers and takes a MimeType without charset', async () => {
    const request = input({}, { ContentType: undefined, MimeType: 'text/html', Body: '<b>x</b>' });
    const answer = await tests.run(ticketCreate, request, { profile: 'contract' });
    expect(answer).toMatchObject({ TicketID: expect.any(Number) as number, ArticleID: expect.any(Number) as number });
  });
});
