import type { Data } from '@ticketgate/sdk';

import { ticketGet } from '../src/operations/ticket-get.js';
import {
  countingDatabase,
  insertArticle,
  insertAttachment,
  insertFieldValue,
  insertHistory,
  insertRow,
} from './support/stored-rows.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const failure = (input: unknown, call?: Call) => tests.failure(ticketGet, input, call);

async function get(input: Data, call?: Call): Promise<readonly Data[]> {
  const output = await tests.run(ticketGet, input, call);
  return Array.isArray(output.Ticket) ? (output.Ticket as Data[]) : []; // tickets are Data
}

async function articles(input: Data, call?: Call): Promise<readonly Data[]> {
  const [ticket] = await get({ AllArticles: 1, ...input }, call);
  return Array.isArray(ticket?.Article) ? (ticket.Article as Data[]) : []; // articles are Data
}

/** A member of each. */
async function each(name: string, found: Promise<readonly Data[]>): Promise<readonly unknown[]> {
  return (await found).map((members) => members[name]);
}

const AUDIT = { create_time: '2026-11-21 00:20:00', create_by: 2, change_time: '2026-11-21 00:20:00', change_by: 2 };

describe('TicketGet', () => {
  it('answers the fields of a ticket with their types', async () => {
    const id = await tests.ticket({ tn: '2026112110000015', type_id: null, timeout: 5 });
    await insertRow(tests, 'time_accounting', { ...AUDIT, ticket_id: id, time_unit: 1.5 });
    await insertRow(tests, 'time_accounting', { ...AUDIT, ticket_id: id, time_unit: '2.25' });
    expect(await get({ TicketID: id })).toEqual([
      {
        TicketID: id,
        TicketNumber: '2026112110000015',
        Title: 'Printer on fire',
        QueueID: 4,
        Queue: 'Misc',
        GroupID: 1,
        StateID: 1,
        State: 'new',
        StateType: 'new',
        PriorityID: 3,
        Priority: '3 normal',
        LockID: 1,
        Lock: 'unlock',
        TypeID: 1,
        Type: 'Unclassified',
        ServiceID: '',
        SLAID: '',
        OwnerID: 2,
        Owner: 'apiagent',
        ResponsibleID: 2,
        Responsible: 'apiagent',
        CustomerID: 'ACME',
        CustomerUserID: 'customer@example.com',
        Created: '2026-11-21 00:16:49',
        CreateBy: 2,
        Changed: '2026-11-21 00:16:49',
        ChangeBy: 2,
        Age: 214_991,
        ArchiveFlag: 'n',
        UnlockTimeout: 5,
        RealTillTimeNotUsed: 0,
        UntilTime: 0,
        EscalationTime: 0,
        EscalationUpdateTime: 0,
        EscalationResponseTime: 0,
        EscalationSolutionTime: 0,
        TimeUnit: 3.75,
      },
    ]);
  });

  it('names service, SLA, pending time and archive where there are any', async () => {
    const until = tests.now.getTime() / 1000 - 60;
    const columns = { service_id: 1, sla_id: 1, until_time: until, archive_flag: 1, title: null, customer_id: null };
    const [ticket] = await get({ TicketID: await tests.ticket(columns) });
    expect(ticket).toMatchObject({
      ServiceID: 1,
      Service: 'IT',
      SLAID: 1,
      SLA: 'Gold',
      RealTillTimeNotUsed: until,
      UntilTime: -60,
      ArchiveFlag: 'y',
      Title: null,
      CustomerID: null,
    });
  });

  it.each([
    ['nobody', { TicketID: 1 }, undefined, 'TicketGet.AuthFail | TicketGet: Authorization failing!'],
    ['nothing', {}, AGENT, 'TicketGet.MissingParameter | TicketGet: TicketID parameter is missing!'],
    ['zero', { TicketID: '0' }, AGENT, 'TicketGet.MissingParameter | TicketGet: TicketID parameter is missing!'],
    [
      'an object',
      { TicketID: { a: 1 } },
      AGENT,
      'TicketGet.WrongStructure | TicketGet: Structure for TicketID is not correct!',
    ],
    [
      'an empty list',
      { TicketID: [] },
      AGENT,
      'TicketGet.WrongStructure | TicketGet: Structure for TicketID is not correct!',
    ],
    [
      'an unknown ticket',
      { TicketID: '1,999999' },
      AGENT,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
    [
      'no number',
      { TicketID: 'abc' },
      AGENT,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
    [
      'a decimal',
      { TicketID: 1.5 },
      AGENT,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
    [
      'a huge number',
      { TicketID: '99999999999999999999' },
      AGENT,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
    [
      'a list with null',
      { TicketID: [1, null] },
      AGENT,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
    [
      'an agent without groups',
      { TicketID: 1 },
      STRANGER,
      'TicketGet.AccessDenied | TicketGet: User does not have access to the ticket!',
    ],
  ])('refuses %s', async (...[, input, caller, expected]) => {
    expect(await failure(input, { caller })).toBe(expected);
  });

  it('does not accept a list as body', async () => {
    await expect(tests.run(ticketGet, [])).rejects.toThrow('TicketGet takes a JSON object, but the body is a list.');
  });

  it('answers tickets in the order in which they were named, duplicates too', async () => {
    const id = await tests.ticket();
    expect(await each('TicketID', get({ TicketID: `${id}, 01,${id}` }))).toEqual([id, 1, id]);
    expect(await each('TicketID', get({ TicketID: [String(id), 1] }))).toEqual([id, 1]);
    expect(await each('TicketID', get({ TicketID: [`${id},1`, 1] }, { profile: 'contract' }))).toEqual([id, 1, 1]);
  });

  it('lets owners, responsible agents and watchers read tickets that their groups do not allow', async () => {
    const owned = await tests.ticket({ queue_id: 6, user_id: 4, responsible_user_id: 3 });
    await insertRow(tests, 'ticket_watcher', { ...AUDIT, ticket_id: owned, user_id: 2 });
    for (const caller of [STRANGER, READER, BOSS]) {
      expect(await each('TicketID', get({ TicketID: owned }, { caller }))).toEqual([owned]);
    }
    expect(await failure({ TicketID: owned })).toContain('AccessDenied');
    await tests.withSettings({ 'Ticket::Watcher': 1 }, async () => {
      expect(await each('TicketID', get({ TicketID: owned }))).toEqual([owned]);
    });
    await tests.withSettings({ 'Ticket::Responsible': 0 }, async () => {
      expect(await failure({ TicketID: owned }, { caller: READER })).toContain('AccessDenied');
    });
  });

  it('shows customers the tickets of their company, with the articles visible to them', async () => {
    const own = await tests.ticket({ customer_user_id: 'jane' });
    await insertArticle(tests, own, { isVisible: false });
    await insertArticle(tests, own, { mime: { a_bcc: 'boss@example.com' } });
    const call = { caller: CUSTOMER };
    expect(await each('Bcc', articles({ TicketID: own }, call))).toEqual(['boss@example.com']);
    expect(await each('ArticleNumber', articles({ TicketID: own }, call))).toEqual([2]);
    const foreign = await tests.ticket({ customer_id: 'Other', customer_user_id: 'someone' });
    expect(await failure({ TicketID: foreign }, call)).toContain('AccessDenied');
  });

  it('answers the fields of articles with their types', async () => {
    const id = await tests.ticket();
    const articleID = await insertArticle(tests, id, {
      senderType: 3,
      channel: 1,
      mime: { a_from: 'carla', a_to: 'Misc', a_content_type: 'text/plain; charset="UTF-8"', a_body: 'It burns.' },
    });
    await insertRow(tests, 'time_accounting', { ...AUDIT, ticket_id: id, article_id: articleID, time_unit: 0.25 });
    expect(await articles({ TicketID: id })).toEqual([
      {
        ArticleID: articleID,
        TicketID: id,
        ArticleNumber: 1,
        CommunicationChannelID: 1,
        SenderTypeID: '3',
        SenderType: 'customer',
        IsVisibleForCustomer: 1,
        From: 'carla',
        To: 'Misc',
        Cc: null,
        Bcc: null,
        ReplyTo: null,
        Subject: 'Subject',
        Body: 'It burns.',
        MessageID: '',
        InReplyTo: null,
        References: null,
        ContentType: 'text/plain; charset="UTF-8"',
        ContentCharset: 'utf-8',
        Charset: 'utf-8',
        MimeType: 'text/plain',
        IncomingTime: 1795220400,
        IsEdited: 0,
        IsDeleted: 0,
        CreateTime: '2026-11-21 00:20:00',
        CreateBy: 2,
        ChangeTime: '2026-11-21 00:20:00',
        ChangeBy: 2,
        TimeUnit: 0.25,
      },
    ]);
    const mail = { a_from: null, a_subject: null, a_body: null, a_cc: '', a_content_type: null };
    await insertArticle(tests, id, { mime: mail });
    expect((await articles({ TicketID: id }))[1]).toMatchObject({
      From: '',
      Subject: '',
      Body: '',
      Cc: '',
      ContentType: null,
      ContentCharset: '',
      MimeType: '',
    });
    expect(await get({ TicketID: id })).not.toEqual([
      expect.objectContaining({ Article: expect.anything() as unknown }),
    ]);
  });

  it.each([
    [{}, ['a1', 'c2', 's3', 'a4']],
    [{ ArticleLimit: 2 }, ['a1', 'c2']],
    [{ ArticleLimit: '2', ArticleOrder: 'DESC' }, ['a4', 's3']],
    [{ ArticleOrder: 'DESC' }, ['a1', 'c2', 's3', 'a4']],
    [{ ArticleLimit: 'x' }, []],
    [{ ArticleSenderType: 'agent' }, ['a1', 'a4']],
    [{ ArticleSenderType: ['customer', 'agent'] }, ['c2', 'a1', 'a4']],
    [{ ArticleSenderType: ['customer', 'agent'], ArticleLimit: 2, ArticleOrder: 'DESC' }, ['a4', 'a1']],
    [{ ArticleSenderType: ['agent', 'agent'] }, ['a1', 'a4', 'a1', 'a4']],
    [{ ArticleSenderType: 'robot' }, []],
    [{ AllArticles: 0 }, []],
  ])('chooses and orders articles: %j', async (options, expected) => {
    const id = await tests.ticket();
    for (const [index, senderType] of [1, 3, 2, 1].entries()) {
      const subject = `${['', 'a', 's', 'c'][senderType] ?? ''}${index + 1}`;
      await insertArticle(tests, id, { senderType, mime: { a_subject: subject } });
    }
    expect(await each('Subject', articles({ TicketID: id, ...options }))).toEqual(expected);
  });

  it('counts deleted articles when it numbers the others', async () => {
    const id = await tests.ticket();
    const gone = await insertArticle(tests, id);
    const stays = await insertArticle(tests, id);
    const version = { ticket_id: id, version_create_by: 2, version_create_time: '2026-11-21 00:20:00' };
    await insertRow(tests, 'article_version', { ...version, source_article_id: gone, article_delete: 1 });
    await insertRow(tests, 'article_version', { ...version, source_article_id: stays });
    expect(await articles({ TicketID: id })).toMatchObject([{ ArticleID: stays, ArticleNumber: 2, IsEdited: 1 }]);
  });

  it('numbers the articles of each ticket by itself, with the time of each, edited or not', async () => {
    const [first, second] = [await tests.ticket(), await tests.ticket()];
    const ids = [
      await insertArticle(tests, first),
      await insertArticle(tests, second),
      await insertArticle(tests, first),
    ];
    await insertRow(tests, 'time_accounting', { ticket_id: first, article_id: ids[2], time_unit: 7.5, ...AUDIT });
    const read = async () =>
      (await get({ AllArticles: 1, TicketID: [first, second] })).flatMap(({ Article }) => Article as Data[]); // articles are Data
    const expected = [
      { ArticleID: ids[0], ArticleNumber: 1, TimeUnit: 0 },
      { ArticleID: ids[2], ArticleNumber: 2, TimeUnit: 7.5 },
      { ArticleID: ids[1], ArticleNumber: 1, TimeUnit: 0 },
    ];
    expect(await read()).toMatchObject(expected);
    const version = { ticket_id: first, source_article_id: ids[0], version_create_by: 2 };
    await insertRow(tests, 'article_version', { ...version, version_create_time: '2026-11-21 00:20:00' });
    expect(await read()).toMatchObject([{ ...expected[0], IsEdited: 1 }, ...expected.slice(1)]);
  });

  it('answers a stand-alone system as the host of the profile does', async () => {
    const id = await tests.ticket();
    await insertArticle(tests, id);
    const request = { TicketID: id, AllArticles: 1, DynamicFields: 1 };
    const members = async (profile: 'otobo' | 'znuny' | 'otrs') => {
      const [ticket = {}] = await get(request, { profile });
      const [article = {}] = ticket.Article as Data[]; // articles are Data
      const names = ['IsEdited', 'IsDeleted', 'CommunicationChannel'].filter((name) => name in article);
      return ['DynamicField' in ticket, ...names];
    };
    expect(await members('otobo')).toEqual([true, 'IsEdited', 'IsDeleted']);
    expect(await members('znuny')).toEqual([false, 'CommunicationChannel']);
    expect(await members('otrs')).toEqual([true]);
    const refusal = 'TicketGet.WrongStructure | TicketGet: Invalid ticket ID parameter(s) found!';
    for (const TicketID of ['1.5', '01', ' 5', '5 ', '5, x', ['5', '05'], ['5', ' 5']])
      expect(await failure({ TicketID }, { profile: 'znuny' })).toBe(refusal);
    expect(await get({ TicketID: true }, { profile: 'znuny' })).toMatchObject([{ TicketID: 1 }]);
    expect(await get({ TicketID: '1 , 1' }, { profile: 'znuny' })).toMatchObject([{ TicketID: 1 }, { TicketID: 1 }]);
  });

  it('reads systems that keep no versions of articles and those that keep chats', async () => {
    const id = await tests.ticket();
    const articleID = await insertArticle(tests, id, { channel: 4 });
    await tests.query(`create table article_data_otobo_chat (id bigint generated by default as identity, article_id bigint,
      chat_participant_id varchar, chat_participant_name varchar, chat_participant_type varchar, message_text varchar,
      system_generated smallint, create_time timestamp(0))`);
    await tests.query('alter table article_version rename to article_version_away');
    await tests.readTables();
    try {
      await insertRow(tests, 'article_data_otobo_chat', {
        article_id: articleID,
        chat_participant_id: '2',
        chat_participant_name: 'Api Agent',
        chat_participant_type: 'User',
        message_text: 'Hello',
        system_generated: 0,
        create_time: '2026-11-21 00:20:00',
      });
      const [article] = await articles({ TicketID: id });
      expect(article).toEqual({
        ArticleID: articleID,
        TicketID: id,
        ArticleNumber: 1,
        CommunicationChannelID: 4,
        SenderTypeID: '1',
        SenderType: 'agent',
        IsVisibleForCustomer: 1,
        CreateTime: '2026-11-21 00:20:00',
        CreateBy: 2,
        ChangeTime: '2026-11-21 00:20:00',
        ChangeBy: 2,
        TimeUnit: 0,
        ChatMessageList: [
          {
            ID: 1,
            ChatterID: '2',
            ChatterName: 'Api Agent',
            ChatterType: 'User',
            MessageText: 'Hello',
            SystemGenerated: 0,
            CreateTime: '2026-11-21 00:20:00',
          },
        ],
      });
    } finally {
      await tests.query('drop table article_data_otobo_chat');
      await tests.query('alter table article_version_away rename to article_version');
      await tests.readTables();
    }
  });

  describe('attachments', () => {
    let id: number;

    beforeAll(async () => {
      id = await tests.ticket();
      const articleID = await insertArticle(tests, id);
      const add = (filename: string, columns: Data = {}): Promise<number> => {
        const content = { content_type: 'application/pdf', content: 'aGVs\r\nbG8=\n', content_size: '5' };
        return insertAttachment(tests, articleID, { filename, ...content, ...columns });
      };
      await add('file-1', { content_type: 'text/plain; charset=utf-8', disposition: 'inline' });
      await add('file-2', { content_type: 'text/html; charset="utf-8"', disposition: 'inline' });
      await add('logo.png', { content_type: 'image/png', content_id: '<logo>', content_alternative: '1' });
      await add('nothing', { content_type: null, disposition: null });
      for (let number = 10; number < 18; number += 1) await add(`plan-${number}.pdf`, { content_size: null });
    });

    const files = async (options: Data, call?: Call): Promise<readonly Data[]> => {
      const [article] = await articles({ TicketID: id, Attachments: 1, ...options }, call);
      return Array.isArray(article?.Attachment) ? (article.Attachment as Data[]) : []; // attachments are Data
    };

    it('are sorted by FileID as text, without bodies', async () => {
      expect(await each('FileID', files({}))).toEqual(['10', '11', '12', '3', '5', '6', '7', '8', '9']);
      expect(await each('FileID', files({ HTMLBodyAsAttachment: 1 }))).toContain('2');
      expect(await each('FileID', files({}, { profile: 'contract' }))).toContain(3);
    });

    it('come in base64 without line breaks, with a disposition', async () => {
      const found = await files({});
      expect(found.find(({ FileID }) => FileID === '3')).toEqual({
        FileID: '3',
        Filename: 'logo.png',
        ContentType: 'image/png',
        ContentID: '<logo>',
        ContentAlternative: '1',
        Disposition: 'inline',
        FilesizeRaw: '5',
        Content: 'aGVsbG8=',
      });
      expect(found[0]).toMatchObject({ Filename: 'plan-15.pdf', Disposition: 'attachment', FilesizeRaw: 0 });
    });

    it.each([[0], ['0'], [''], [false]])(
      'leave their contents in the database with GetAttachmentContents %j',
      async (value) => {
        const found = await files({ GetAttachmentContents: value });
        expect(found.find(({ FileID }) => FileID === '3')).toMatchObject({ Content: '', ContentAlternative: '' });
      },
    );

    it('come with contents when GetAttachmentContents is null', async () => {
      expect(await each('Content', files({ GetAttachmentContents: null }))).toContain('aGVsbG8=');
    });

    it('need AllArticles', async () => {
      expect(await files({ AllArticles: 0 })).toEqual([]);
    });
  });

  it('adds dynamic fields of tickets and articles, sorted by name', async () => {
    const id = await tests.ticket();
    const articleID = await insertArticle(tests, id);
    await insertFieldValue(tests, 3, { object_id: id, value_text: 'REF-1' });
    await insertFieldValue(tests, 10, { object_id: articleID, value_text: 'ART-1' });
    const [ticket] = await get({ TicketID: id, DynamicFields: 1, AllArticles: 1 });
    const fields = ticket?.DynamicField as readonly Data[];
    expect(fields.map(({ Name }) => Name)).toEqual([
      'Code',
      'Confirmed',
      'Deputy',
      'DueAt',
      'DueDate',
      'ExternalRef',
      'Impact',
      'Labels',
      'Notes',
      'ProcessManagementActivityID',
      'ProcessManagementProcessID',
      'Tags',
    ]);
    expect(fields.filter(({ Value }) => Value !== null)).toEqual([{ Name: 'ExternalRef', Value: 'REF-1' }]);
    expect(ticket?.Article).toMatchObject([{ DynamicField: [{ Name: 'ArticleRef', Value: 'ART-1' }] }]);
    expect(await get({ TicketID: id, AllArticles: 1 })).not.toMatchObject([
      { Article: [{ DynamicField: expect.anything() as unknown }] },
    ]);
  });

  describe('extended fields', () => {
    it('appear only when something happened', async () => {
      const [ticket] = await get({ TicketID: await tests.ticket(), Extended: 1 });
      expect(Object.keys(ticket ?? {}).filter((name) => /^First(?:Response$|Lock)|^Closed|InMin$/.test(name))).toEqual(
        [],
      );
    });

    it('count working time until the answer and the solution', async () => {
      const id = await tests.ticket({ sla_id: 1, create_time: '2026-11-23 08:00:00', ticket_state_id: 4 });
      await insertArticle(tests, id, { isVisible: false, created: '2026-11-23 08:05:00' });
      await insertArticle(tests, id, { senderType: 3, created: '2026-11-23 08:06:00' });
      await insertArticle(tests, id, { created: '2026-11-23 08:30:00' });
      await insertArticle(tests, id, { created: '2026-11-23 09:00:00' });
      await insertHistory(tests, id, { create_time: '2026-11-23 08:00:00', state_id: 1 });
      await insertHistory(tests, id, { create_time: '2026-11-23 08:10:00', history_type_id: 17 });
      await insertHistory(tests, id, { create_time: '2026-11-23 09:00:00', history_type_id: 27, state_id: 2 });
      await insertHistory(tests, id, { create_time: '2026-11-23 10:00:00', history_type_id: 27, state_id: 4 });
      await insertHistory(tests, id, { create_time: '2026-11-23 11:00:00', history_type_id: 27, state_id: 2 });
      await insertHistory(tests, id, { create_time: '2026-11-23 11:30:00', history_type_id: 27, state_id: 4 });
      expect(await get({ TicketID: id, Extended: 1 })).toMatchObject([
        {
          FirstResponse: '2026-11-23 08:30:00',
          FirstResponseInMin: 30,
          FirstResponseDiffInMin: 30,
          FirstLock: '2026-11-23 08:10:00',
          Closed: '2026-11-23 11:00:00',
          SolutionInMin: 120,
          SolutionDiffInMin: 360,
        },
      ]);
    });

    it('do not count the time during which escalation was suspended', async () => {
      const id = await tests.ticket({ create_time: '2026-11-23 08:00:00' });
      await insertHistory(tests, id, { create_time: '2026-11-23 08:00:00', state_id: 1 });
      await insertHistory(tests, id, { create_time: '2026-11-23 08:30:00', history_type_id: 27, state_id: 6 });
      await insertHistory(tests, id, { create_time: '2026-11-23 09:30:00', history_type_id: 27, state_id: 2 });
      await tests.withSettings({ EscalationSuspendStates: ['pending reminder'] }, async () => {
        expect(await get({ TicketID: id, Extended: 1 })).toMatchObject([
          { Closed: '2026-11-23 09:30:00', SolutionInMin: 30 },
        ]);
      });
      const [ticket] = await get({ TicketID: id, Extended: 1 });
      expect(ticket).toMatchObject({ SolutionInMin: 90 });
      expect(ticket).not.toHaveProperty('SolutionDiffInMin');
    });
  });

  it('takes four statements for any number of tickets', async () => {
    const ticketIDs: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const id = await tests.ticket();
      ticketIDs.push(id);
      for (let article = 0; article < 3; article += 1) {
        await insertAttachment(tests, await insertArticle(tests, id), {
          filename: 'a',
          content_type: 'a/b',
          content: '',
        });
      }
    }
    const texts: string[] = [];
    const context = { ...tests.context(ticketGet, {}), database: countingDatabase(tests.test.database, texts) };
    const all = { AllArticles: 1, Attachments: 1, DynamicFields: 1, Extended: 1 };
    const output = await ticketGet.run({ TicketID: ticketIDs, ...all }, context);
    expect(output).toHaveProperty('Ticket.length', 5);
    expect(texts).toHaveLength(4);
  });

  it('follows the contract: only booleans for flags, ids as integers', async () => {
    const call = { profile: 'contract' } as const;
    const id = await tests.ticket();
    await insertArticle(tests, id);
    expect(await articles({ TicketID: id, AllArticles: 'true' }, call)).toMatchObject([{ SenderTypeID: 1 }]);
    expect(await get({ TicketID: id, AllArticles: false }, call)).not.toMatchObject([
      { Article: expect.anything() as unknown },
    ]);
    expect(await failure({ TicketID: id, AllArticles: 2 }, call)).toBe(
      'TicketGet.InvalidParameter | TicketGet: AllArticles is 2; use 0, 1, true or false.',
    );
  });
});
