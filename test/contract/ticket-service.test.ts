import {
  ARTICLE,
  ContractServer,
  sorted,
  TICKET,
  type Answer,
  type Members,
  START_TIMEOUT,
} from './support/contract-server.js';
import { httpOrEveryTransport } from './support/transports.js';

const BASE = '/Webservice/TicketService';

describe.each(httpOrEveryTransport())('style B, documented methods and paths, over %s', (transport) => {
  let contract: ContractServer;
  let query = '';

  beforeAll(async () => {
    contract = await ContractServer.start(transport);
    query = new URLSearchParams(contract.login).toString();
  }, START_TIMEOUT);

  afterAll(() => contract.stop());

  const send = (method: string, path: string, body?: object) =>
    contract.call(method, `${BASE}${path}`, body === undefined ? {} : { body });
  const get = async (operation: string, parameters: string) =>
    dataOf(await send('GET', `/${operation}?${query}&${parameters}`));
  const find = async (parameters: string) => sorted((await get('TicketSearch', parameters)).TicketID);
  const update = async (body: object) => dataOf(await send('PUT', '/TicketUpdate', { ...contract.login, ...body }));

  function dataOf(answer: Answer): Members {
    expect(answer).toMatchObject({ status: 200, body: { Success: 1, ErrorMessage: '' } });
    return answer.body.Data as Members;
  }

  it('B1: TicketCreate answers TicketID as a string and ArticleID', async () => {
    const article = { Subject: 'Help', Body: '<b>It burns.</b>', MimeType: 'text/html' };
    const made = dataOf(await send('POST', '/TicketCreate', { ...contract.login, Ticket: TICKET, Article: article }));
    expect(made).toMatchObject({
      TicketID: expect.stringMatching(/^\d+$/) as string,
      ArticleID: expect.anything() as unknown,
    });
    expect(await contract.read(Number(made.TicketID), { AllArticles: 1 })).toMatchObject({
      Article: [{ Body: 'It burns.' }],
    });
  });

  it('B1: TicketCreate takes Ticket.QueueID instead of Ticket.Queue, and MimeType text/plain', async () => {
    const request = {
      Ticket: { ...TICKET, Queue: undefined, QueueID: 2 },
      Article: { Subject: 'S', Body: 'B', MimeType: 'text/plain' },
    };
    const made = dataOf(await send('POST', '/TicketCreate', { ...contract.login, ...request }));
    expect(await contract.read(Number(made.TicketID))).toMatchObject({ Queue: 'Raw', QueueID: 2 });
  });

  it('B1: TicketCreate names what is missing', async () => {
    const answer = await send('POST', '/TicketCreate', {
      ...contract.login,
      Ticket: TICKET,
      Article: { Subject: 'S' },
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        Success: 0,
        ErrorCode: 'TicketCreate.MissingParameter',
        ErrorMessage: 'TicketCreate: Article->Body parameter is missing!',
        Data: {},
      },
    ]);
  });

  it('B2: TicketSearch finds by title, number, queues, states and categories of states, and answers integers', async () => {
    const { TicketID, TicketNumber } = await contract.ticket({ Title: 'B2 first', Queue: 'Support' });
    const other = await contract.ticket({ Title: 'B2 second', State: 'closed' });
    expect(await find('Title=B2%25')).toEqual([TicketID, other.TicketID]);
    expect(await find('Title=B2%20first&Title=B2%20second')).toHaveLength(2);
    expect(await find(`TicketNumber=${TicketNumber}`)).toEqual([TicketID]);
    const support = await contract.read(TicketID);
    expect(await find(`Title=B2%25&QueueIDs=${String(support.QueueID)}`)).toEqual([TicketID]);
    expect(await find(`Title=B2%25&QueueIDs=2,${String(support.QueueID)}`)).toHaveLength(2);
    expect(await find('Title=B2%25&States=new')).toEqual([TicketID]);
    expect(await find('Title=B2%25&States=new,closed')).toHaveLength(2);
    expect(await find('Title=B2%25&StateType=Open')).toEqual([TicketID]);
    expect(await find('Title=B2%25&StateType=Closed')).toEqual([other.TicketID]);
    expect(await find('Title=B2%25&StateType=Open&StateType=Closed')).toHaveLength(2);
    expect(await find('Title=none')).toEqual([]);
  });

  it.each(['DynamicField_Reference.Like=AB*', 'DynamicField_Reference[Like]=AB*', 'DynamicField_Reference.Equals=AB1'])(
    'B2: TicketSearch takes %s',
    async (parameter) => {
      const { TicketID } = await contract.ticket({ Title: 'B2 field' });
      await update({ TicketID, DynamicField: [{ Name: 'Reference', Value: 'AB1' }] });
      const encoded = parameter.replaceAll('[', '%5B').replaceAll(']', '%5D');
      expect(await find(encoded)).toContain(TicketID);
      expect(await find(encoded.replace(/AB1$|AB\*$/, 'XY*'))).toEqual([]);
      await update({ TicketID, DynamicField: [{ Name: 'Reference', Value: '' }] });
    },
  );

  it('B3: TicketGet answers one or more tickets, by list or separated by commas', async () => {
    const first = await contract.ticket();
    const second = await contract.ticket();
    const both = [{ TicketID: first.TicketID }, { TicketID: second.TicketID }];
    expect(await get('TicketGet', `TicketID=${first.TicketID},${second.TicketID}`)).toMatchObject({ Ticket: both });
    expect(await get('TicketGet', `TicketID=${first.TicketID}&TicketID=${second.TicketID}`)).toMatchObject({
      Ticket: both,
    });
    expect(await get('TicketGet', `TicketID=${first.TicketID}`)).toMatchObject({ Ticket: [both[0]] });
    expect(await send('GET', `/TicketGet?${query}`)).toMatchObject({ status: 400, body: { Success: 0 } });
  });

  it('B3: TicketGet has dynamic fields, extended members and articles only when they are switched on', async () => {
    const { TicketID } = await contract.ticket();
    await update({ TicketID, DynamicField: [{ Name: 'Floor', Value: '3' }] });
    const read = async (options: string) =>
      ((await get('TicketGet', `TicketID=${TicketID}${options}`)).Ticket as readonly Members[])[0];
    const plain = await read('');
    for (const name of ['DynamicField', 'Article', 'FirstResponse']) expect(plain).not.toHaveProperty(name);
    expect(await read('&DynamicFields=0')).not.toHaveProperty('DynamicField');
    expect((await read('&DynamicFields=1'))?.DynamicField).toContainEqual({ Name: 'Floor', Value: '3' });
    await update({ TicketID, Ticket: { State: 'open' }, Article: { ...ARTICLE, CommunicationChannel: 'Email' } });
    expect(await read('&Extended=true')).toHaveProperty('FirstResponse');
    expect(await read('&AllArticles=true')).toMatchObject({ Article: [{}, {}] });
    expect((await read('&AllArticles=1&ArticleLimit=1'))?.Article).toHaveLength(1);
  });

  it('B3: TicketGet has attachments with their contents in base64', async () => {
    const Attachment = [
      { Filename: 'a.txt', ContentType: 'text/plain', Content: 'aGVsbG8=' },
      { Filename: 'b.txt', ContentType: 'text/plain', Content: '' },
    ];
    const request = {
      ...contract.login,
      Ticket: TICKET,
      Article: { ...ARTICLE, ContentType: 'text/plain; charset=utf-8' },
    };
    const made = dataOf(await send('POST', '/TicketCreate', { ...request, Attachment }));
    const attachments = async (options: string) => {
      const { Ticket } = await get('TicketGet', `TicketID=${String(made.TicketID)}&AllArticles=1${options}`);
      return (Ticket as [{ Article: [{ Attachment?: readonly Members[] }] }])[0].Article[0].Attachment;
    };
    expect(await attachments('')).toBeUndefined();
    expect(await attachments('&Attachments=1')).toMatchObject([
      { Filename: 'a.txt', FilesizeRaw: '5', Content: 'aGVsbG8=' },
      { Filename: 'b.txt', FilesizeRaw: '0', Content: '' },
    ]);
    expect(await attachments('&Attachments=1&GetAttachmentContents=0')).toMatchObject([
      { Filename: 'a.txt', Content: '' },
      { Filename: 'b.txt', Content: '' },
    ]);
  });

  it('B3: TicketGet answers the HTML of a body as attachment when HTMLBodyAsAttachment is on', async () => {
    const article = { Subject: 'S', Body: '<b>It burns.</b>', MimeType: 'text/html' };
    const made = dataOf(await send('POST', '/TicketCreate', { ...contract.login, Ticket: TICKET, Article: article }));
    const parameters = `TicketID=${String(made.TicketID)}&AllArticles=1&Attachments=1&HTMLBodyAsAttachment=1`;
    const { Ticket } = await get('TicketGet', parameters);
    expect(Ticket).toMatchObject([{ Article: [{ Attachment: [{ Filename: 'file-2' }] }] }]);
  });

  it('B4: TicketUpdate changes what is given, and answers TicketID as an integer', async () => {
    const { TicketID } = await contract.ticket();
    const changed = await update({
      TicketID,
      Ticket: { Title: 'New title', State: 'pending reminder', Owner: 'root@localhost', PendingTime: { Diff: 60 } },
      Article: { Subject: 'More', Body: 'Text' },
      DynamicField: [{ Name: 'Floor', Value: '4' }],
      Attachment: [{ Filename: 'b.txt', ContentType: 'text/plain', Content: 'YQ==' }],
    });
    expect(changed).toMatchObject({ TicketID, ArticleID: expect.anything() as unknown });
    const ticket = await contract.read(TicketID, { AllArticles: 1, DynamicFields: 1, Attachments: 1 });
    expect(ticket).toMatchObject({
      Title: 'New title',
      State: 'pending reminder',
      Owner: 'root@localhost',
      Article: [{}, { Subject: 'More', Attachment: [{ Filename: 'b.txt' }] }],
    });
    expect(Number(ticket.UntilTime)).toBeGreaterThan(3_400);
    expect(ticket.DynamicField).toContainEqual({ Name: 'Floor', Value: '4' });
    await update({ TicketID, Ticket: { Owner: 2 } });
    expect(await contract.read(TicketID)).toMatchObject({ OwnerID: 2 });
  });

  it('B5: TicketDelete deletes one or several tickets for good, and answers an empty object', async () => {
    const [first, second, third] = [await contract.ticket(), await contract.ticket(), await contract.ticket()];
    expect(dataOf(await send('DELETE', `/TicketDelete?${query}&TicketID=${first.TicketID}`))).toEqual({});
    const body = { ...contract.login, TicketID: [second.TicketID, third.TicketID] };
    expect(dataOf(await send('DELETE', '/TicketDelete', body))).toEqual({});
    for (const { TicketID } of [first, second, third]) {
      expect(await send('GET', `/TicketGet?${query}&TicketID=${TicketID}`)).toMatchObject({ status: 403 });
    }
  });

  it('B6: TicketHistoryGet answers the entries of one or several tickets under History', async () => {
    const [first, second] = [await contract.ticket(), await contract.ticket()];
    const one = (await get('TicketHistoryGet', `TicketID=${first.TicketID}`)).History as readonly Members[];
    expect(one).toContainEqual(expect.objectContaining({ TicketID: first.TicketID, HistoryType: 'NewTicket' }));
    const both = (await get('TicketHistoryGet', `TicketID=${first.TicketID},${second.TicketID}`))
      .History as readonly Members[];
    expect(new Set(both.map(({ TicketID }) => TicketID))).toEqual(new Set([first.TicketID, second.TicketID]));
    expect(Object.keys(both[0] ?? {})).toHaveLength(12);
  });

  it('B7: a body may hold its fields in Data, credentials beside it or in it', async () => {
    const Data = { Ticket: TICKET, Article: { ...ARTICLE, MimeType: 'text/plain' } };
    expect(dataOf(await send('POST', '/TicketCreate', { ...contract.login, Data }))).toHaveProperty('TicketID');
    expect(dataOf(await send('POST', '/TicketCreate', { Data: { ...contract.login, ...Data } }))).toHaveProperty(
      'TicketID',
    );
  });

  it('B8: query strings carry dotted names, and so do bodies', async () => {
    const { TicketID } = await contract.ticket();
    dataOf(await send('PUT', `/TicketUpdate?${query}&TicketID=${TicketID}&Ticket.Title=Dotted`));
    expect(await contract.read(TicketID)).toMatchObject({ Title: 'Dotted' });
    await update({ TicketID, 'Ticket.Title': 'Dotted body' });
    expect(await contract.read(TicketID)).toMatchObject({ Title: 'Dotted body' });
  });

  it('S1: states are set at creation and by updates, whatever the ticket had before', async () => {
    const { TicketID } = await contract.ticket({ State: 'open' });
    for (const State of ['closed', 'new', 'open', 'closed']) {
      await update({ TicketID, Ticket: { State } });
      expect(await contract.read(TicketID)).toMatchObject({ State });
    }
  });
});
