import type { Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { CUSTOMER, TicketTests, type Call } from './support/ticket-tests.js';

const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'customer@example.com',
};
const TYPE = 'text/plain; charset=utf-8';
const FIRST = { Subject: 'one', Body: 'b', ContentType: TYPE };
const SECOND = { Subject: 'two', Body: 'b', ContentType: TYPE, TimeUnit: 2, SenderType: 'system' };
const ZNUNY: Call = { profile: 'znuny' };

const fileOf = (Filename: string) => ({ Content: 'eA==', ContentType: 'text/plain', Filename });

describe('a list of articles', () => {
  let tests: TicketTests;

  beforeAll(async () => {
    tests = await TicketTests.start();
  });

  afterAll(() => tests.stop());

  const create = (rest: Data, call: Call = ZNUNY) =>
    tests.run(ticketCreate, { Ticket: { ...TICKET, Type: 'Incident' }, ...rest }, call);

  /** Subjects with the names of the attachments and the values of ArticleRef. */
  const stored = (ticketID: unknown) =>
    tests.query(
      `select m.a_subject as subject, s.name as sender,
        array(select filename from article_data_mime_attachment f where f.article_id = a.id order by f.id) as files,
        array(select value_text from dynamic_field_value v join dynamic_field d on d.id = v.field_id
          where v.object_id = a.id and d.name = 'ArticleRef') as fields
       from article a join article_data_mime m on m.article_id = a.id join article_sender_type s on s.id = a.article_sender_type_id
       where a.ticket_id = $1 order by a.id`,
      [ticketID],
    );

  it('is stored with a new ticket, with the attachments and fields of the request at each', async () => {
    const own = {
      ...SECOND,
      Attachment: [fileOf('own.txt'), { Content: 'eA==', Filename: 'no type' }],
      DynamicField: 'x',
    };
    const answer = await create({
      Article: [FIRST, own],
      Attachment: fileOf('shared.txt'),
      DynamicField: { Name: 'ArticleRef', Value: 'r' },
    });
    expect(answer.ArticleID).toEqual([expect.any(Number), expect.any(Number)]);
    expect(await stored(answer.TicketID)).toEqual([
      { subject: 'one', sender: 'agent', files: ['shared.txt'], fields: ['r'] },
      { subject: 'two', sender: 'system', files: ['own.txt', 'shared.txt'], fields: ['r'] },
    ]);
  });

  it('is added to a ticket, with the attachments and fields of articles at the first, and their own', async () => {
    const { TicketID } = await create({ Article: [FIRST] });
    const own = { ...SECOND, Attachment: fileOf('own.txt'), DynamicField: { Name: 'ArticleRef', Value: 'own' } };
    const answer = await tests.run(
      ticketUpdate,
      {
        TicketID,
        Ticket: { State: 'closed successful' },
        Article: [FIRST, own],
        Attachment: fileOf('shared.txt'),
        DynamicField: [
          { Name: 'ArticleRef', Value: 'r' },
          { Name: 'ExternalRef', Value: 't' },
        ],
      },
      { ...ZNUNY, options: { IncludeTicketData: 1 } },
    );
    expect(answer).toMatchObject({
      ArticleIDs: [expect.any(Number), expect.any(Number)],
      Ticket: { State: 'closed successful', Articles: [{ Subject: 'one' }, { Subject: 'two', SenderType: 'system' }] },
    });
    expect(answer).not.toHaveProperty('ArticleID');
    expect((await stored(TicketID)).slice(1)).toEqual([
      { subject: 'one', sender: 'agent', files: ['shared.txt'], fields: ['r'] },
      { subject: 'two', sender: 'system', files: ['own.txt'], fields: ['own'] },
    ]);
  });

  it.each<[unknown, string]>([
    [
      [FIRST, { ...SECOND, Body: '' }],
      'TicketUpdate.MissingParameter | TicketUpdate: Article->Body parameter is missing!',
    ],
    [[{}], 'TicketUpdate.MissingParameter | TicketUpdate: Article->Subject parameter is missing!'],
    [[], 'TicketUpdate.InvalidParameter | TicketUpdate: Article parameter is not valid!'],
    [
      [{ ...FIRST, DynamicField: { Name: 'Nope', Value: 1 } }],
      'TicketUpdate.InvalidParameter | TicketUpdate: DynamicField->Name parameter is invalid!',
    ],
    [[{ ...FIRST, DynamicField: 'x' }], 'TicketUpdate: Ticket->DynamicField parameter is invalid!'],
    [Array.from({ length: 101 }, () => FIRST), 'TicketUpdate.InvalidParameter | TicketUpdate: Article has 101'],
  ])('changes nothing where one is wrong: %#', async (Article, expected) => {
    const TicketID = await tests.ticket();
    const failure = await tests.failure(ticketUpdate, { TicketID, Ticket: { Title: 'new' }, Article }, ZNUNY);
    expect(failure).toContain(expected);
    expect(await tests.query('select 1 from ticket where id = $1 and title = $2', [TicketID, 'new'])).toEqual([]);
    expect(await stored(TicketID)).toEqual([]);
  });

  it('gives a customer whom the service restricts no way around what it names', async () => {
    const call: Call = { ...ZNUNY, caller: CUSTOMER, customersMay: [] };
    const wrong = {
      ...SECOND,
      TimeUnit: undefined,
      SenderType: 'customer',
      DynamicField: { Name: 'ExternalRef', Value: 'x' },
    };
    const input = { Ticket: { ...TICKET, State: undefined }, Article: [FIRST, wrong] };
    expect(await tests.failure(ticketCreate, input, call)).toContain('Customers may not set Article->DynamicField');
  });

  it('is not taken in other profiles', async () => {
    const input = { Ticket: { ...TICKET, Type: 'Incident' }, Article: [FIRST, SECOND] };
    expect(await tests.failure(ticketCreate, input, { profile: 'otobo' })).toContain('Article parameter is missing');
  });
});
