import type { Data } from '@ticketgate/sdk';

import { articleGet } from '../src/operations/article-get.js';
import { insertArticle, insertAttachment, insertFieldValue } from './support/stored-rows.js';
import { AGENT, CUSTOMER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;
let ticketID: number;
let [first, second, hidden] = [0, 0, 0];

beforeAll(async () => {
  tests = await TicketTests.start();
  ticketID = await tests.ticket();
  first = await insertArticle(tests, ticketID, { mime: { a_subject: 'One', a_body: 'First' } });
  second = await insertArticle(tests, ticketID, { mime: { a_subject: 'Two', a_body: 'Second' } });
  hidden = await insertArticle(tests, ticketID, { isVisible: false });
  await insertAttachment(tests, second, {
    filename: 'a.txt',
    content_type: 'text/plain',
    content_size: '5',
    disposition: 'attachment',
    content: 'aGVsbG8=',
  });
});

afterAll(() => tests.stop());

async function get(input: Data, call?: Call): Promise<readonly Data[]> {
  const { Article } = await tests.run(articleGet, input, call);
  return Article as readonly Data[]; // checked against the schema
}

const DENIED = 'ArticleGet.AccessDenied | ArticleGet: There is no such article, or the caller may not read it.';

describe('ArticleGet', () => {
  it('answers an article with its place in the ticket and integers for ids', async () => {
    expect(await get({ ArticleID: second })).toEqual([
      expect.objectContaining({
        ArticleID: second,
        TicketID: ticketID,
        ArticleNumber: 2,
        SenderType: 'agent',
        SenderTypeID: 1,
        Subject: 'Two',
        Body: 'Second',
        TimeUnit: 0,
      }),
    ]);
  });

  it('answers several in the order of the request, of several tickets, one twice', async () => {
    const other = await insertArticle(tests, await tests.ticket());
    const articles = await get({ ArticleID: [other, second, first, second] });
    expect(articles.map(({ ArticleID }) => ArticleID)).toEqual([other, second, first, second]);
  });

  it('answers the members that were chosen, and the ids', async () => {
    expect(await get({ ArticleID: first, Fields: ['Subject'] })).toEqual([
      { ArticleID: first, TicketID: ticketID, Subject: 'One' },
    ]);
  });

  it('lists attachments, with contents when they are asked for', async () => {
    const file = { FileID: 1, Filename: 'a.txt', ContentType: 'text/plain', FilesizeRaw: '5', Content: '' };
    const request = { ArticleID: second, Fields: ['Subject'], Attachments: true };
    expect(await get(request)).toEqual([expect.objectContaining({ Attachment: [expect.objectContaining(file)] })]);
    expect(await get({ ...request, GetAttachmentContents: true })).toEqual([
      expect.objectContaining({ Attachment: [expect.objectContaining({ Content: 'aGVsbG8=' })] }),
    ]);
  });

  it('answers dynamic fields of articles when they are asked for', async () => {
    const [field] = await tests.query<{ id: number; name: string }>(
      `select id, name from dynamic_field where object_type = 'Article' and field_type = 'Text' limit 1`,
    );
    await insertFieldValue(tests, field?.id ?? 0, { object_id: first, value_text: 'set' });
    const [article] = await get({ ArticleID: first, Fields: ['Subject'], DynamicFields: true });
    expect(article?.DynamicField).toEqual(expect.arrayContaining([{ Name: field?.name, Value: 'set' }]));
  });

  it('shows customers only the articles that they may see', async () => {
    expect(await get({ ArticleID: first }, { caller: CUSTOMER })).toHaveLength(1);
    expect(await tests.failure(articleGet, { ArticleID: [first, hidden] }, { caller: CUSTOMER })).toBe(DENIED);
  });

  it.each([
    ['nobody', undefined, 'ArticleGet.AuthFail | ArticleGet: Authorization failing!'],
    ['an agent without access', STRANGER, DENIED],
  ])('refuses %s', async (_who, caller, expected) => {
    expect(await tests.failure(articleGet, { ArticleID: [first] }, { caller })).toBe(expected);
  });

  it('denies all articles when one of them is unknown', async () => {
    expect(await tests.failure(articleGet, { ArticleID: [first, 999_999] }, { caller: AGENT })).toBe(DENIED);
  });
});
