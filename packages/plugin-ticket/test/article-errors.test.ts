import type { Data, Operation } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { TicketTests } from './support/ticket-tests.js';

const TICKET = {
  Title: 'Ink',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'customer@example.com',
  Type: 'Incident',
};
const ARTICLE = { Subject: 'Ink', Body: 'It is empty.', ContentType: 'text/plain; charset=utf-8' };
const FILE = { Content: 'eA==', ContentType: 'text/plain', Filename: 'a.txt' };

type Settings = Readonly<Record<string, unknown>>;

describe.each(['TicketCreate', 'TicketUpdate'])('Articles of %s', (name) => {
  let tests: TicketTests;
  let operation: Operation;
  let request: Data;

  beforeAll(async () => {
    tests = await TicketTests.start();
    const isCreate = name === 'TicketCreate';
    operation = isCreate ? ticketCreate : ticketUpdate;
    request = isCreate ? { Ticket: TICKET } : { TicketID: await tests.ticket() };
  });

  afterAll(() => tests.stop());

  const articles = () => tests.query('select id from article order by id');

  /** Why a request fails, and whether it left an article behind. */
  async function refuse(input: Data): Promise<{ readonly failure: string; readonly isClean: boolean }> {
    const before = await articles();
    const failure = await tests.failure(operation, { ...request, ...input });
    return { failure: failure.replaceAll(name, '<op>'), isClean: (await articles()).length === before.length };
  }

  it.each<['znuny' | 'contract', unknown, string]>([
    ['znuny', 'a@customer.org', `${name}.InvalidParameter | ${name}: Article->ArticleSend is not supported`],
    ['contract', 'a@customer.org', `${name}.InvalidParameter | ${name}: Article->ArticleSend is not supported`],
    ['znuny', ['a@customer.org'], `${name}.InvalidParameter | ${name}: Article->ArticleSend is not supported`],
    ...['', 'nobody', 'a@customer.org, nobody', ['nobody']].map((to): ['znuny', unknown, string] => [
      'znuny',
      to,
      'TicketCreate.InvalidParameter | TicketCreate: Article->To parameter must be a valid email address when',
    ]),
  ])('are not sent in profile %s to %j, and nobody is told so', async (profile, To, expected) => {
    const before = await articles();
    const history = { HistoryType: 'AddNote', HistoryComment: 'x' };
    const input = { ...request, Article: { ...ARTICLE, ...history, To, ArticleSend: 1 } };
    const failure = await tests.failure(operation, input, { profile });
    expect(failure.slice(0, expected.length)).toBe(expected);
    expect(await articles()).toEqual(before);
  });

  it.each<[Data, string]>([
    [{ Subject: '' }, 'MissingParameter | <op>: Article->Subject parameter is missing!'],
    [{ Body: 0 }, 'MissingParameter | <op>: Article->Body parameter is missing!'],
    [{ AutoResponseType: '0' }, 'MissingParameter | <op>: Article->AutoResponseType parameter is missing!'],
    [{ AutoResponseType: 'Auto Reply' }, 'InvalidParameter | <op>: Article->AutoResponseType parameter is invalid!'],
    ...[{ CommunicationChannelID: 4 }, { CommunicationChannelID: 99 }, { CommunicationChannel: 'email' }].map(
      (channel): [Data, string] => [
        channel,
        'InvalidParameter | <op>: Article->CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported!',
      ],
    ),
    ...[{ SenderTypeID: 99 }, { SenderType: 'Agent' }].map((sender): [Data, string] => [
      sender,
      'InvalidParameter | <op>: Article->SenderTypeID or Ticket->SenderType parameter is invalid!',
    ]),
    [{ From: 'a@customer.org, nobody' }, 'InvalidParameter | <op>: Article->From parameter is invalid!'],
    [{ MimeType: 'text/plain' }, 'MissingParameter | <op>: Article->Charset is required!'],
    [{ Charset: 'utf-8' }, 'MissingParameter | <op>: Article->MimeType is required!'],
    [{ MimeType: 'text/x-plain', Charset: 'utf-8' }, 'InvalidParameter | <op>: Article->MimeType is invalid!'],
    [{ MimeType: 'text/plain', Charset: 'utf8mb4' }, 'InvalidParameter | <op>: Article->Charset is invalid!'],
    [{ ContentType: 'text/plain\nx' }, 'InvalidParameter | <op>: Article->ContentType is invalid!'],
    [{ HistoryType: 'newticket' }, 'InvalidParameter | <op>: Article->HistoryType parameter is invalid!'],
    [{ TimeUnit: '-1' }, 'InvalidParameter | <op>: Article->TimeUnit parameter is invalid!'],
    [{ NoAgentNotify: 'yes' }, 'InvalidParameter | <op>: Article->NoAgent parameter is invalid!'],
    ...['ForceNotificationToUserID', 'ExcludeNotificationToUserID', 'ExcludeMuteNotificationToUserID'].flatMap(
      (list): [Data, string][] => [
        [{ [list]: { a: 2 } }, `InvalidParameter | <op>: Article->${list} parameter is invalid!`],
        [{ [list]: [2, 5] }, `InvalidParameter | <op>: Article->${list} UserID=5 parameter is invalid!`],
      ],
    ),
  ])('refuse %j', async (article, expected) => {
    const refused = await refuse({ Article: { ...ARTICLE, ...article } });
    expect(refused).toEqual({ failure: `<op>.${expected}`, isClean: true });
  });

  it.each<[Data, string]>([
    [{ Content: '' }, 'MissingParameter | <op>: Attachment->Content  parameter is missing!'],
    [{ Content: true }, 'MissingParameter | <op>: Attachment->Content  parameter is missing!'],
    [{ ContentType: null }, 'MissingParameter | <op>: Attachment->ContentType  parameter is missing!'],
    [{ Filename: ['a'] }, 'MissingParameter | <op>: Attachment->Filename  parameter is missing!'],
    [{ ContentType: 'plain' }, 'InvalidParameter | <op>: Attachment->ContentType is invalid!'],
  ])('refuse attachments with %j', async (file, expected) => {
    const refused = await refuse({ Article: ARTICLE, Attachment: [FILE, { ...FILE, ...file }] });
    expect(refused).toEqual({ failure: `<op>.${expected}`, isClean: true });
  });

  it.each<[Settings, string]>([
    [
      { 'Ticket::Frontend::NeedAccountedTime': 1 },
      '<op>.MissingParameter | <op>: Article->TimeUnit is required by sysconfig option!',
    ],
    [{ HistoryType: '' }, 'OperationFault | <op>: Article->HistoryType is neither sent nor configured!'],
    [{ HistoryComment: undefined }, 'OperationFault | <op>: Article->HistoryComment is neither sent nor configured!'],
    [{ AutoResponseType: '' }, '<op>.MissingParameter | <op>: Article->AutoResponseType parameter is missing!'],
  ])('cannot do without the settings %j', async (settings, expected) => {
    const named = Object.entries(settings).map(([key, value]) => {
      return [key.includes('::') ? key : `GenericInterface::Operation::${name}###${key}`, value];
    });
    const changes = Object.fromEntries(named) as Settings; // pairs of a name and a value
    const refused = await tests.withSettings(changes, () => refuse({ Article: ARTICLE }));
    expect(refused).toEqual({ failure: expected, isClean: true });
  });
});
