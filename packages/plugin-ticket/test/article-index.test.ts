import type { Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
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
const NAMES = 'Ticket::Article::Backend::MIMEBase::IndexAttachmentNames';

const file = (name: string): Data => ({ Filename: name, Content: 'eA==', ContentType: 'text/plain' });

let tests: TicketTests;
let host: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
  host = await TicketTests.start({ isAttached: true });
});

afterAll(async () => {
  await tests.stop();
  await host.stop();
});

async function create(input: { article?: Data; files?: readonly Data[] }, on = tests): Promise<string> {
  const { article = {}, files } = input;
  const answer = await on.run(ticketCreate, {
    Ticket: TICKET,
    Article: { ...ARTICLE, ...article },
    ...(files === undefined ? {} : { Attachment: files }),
  });
  return String(answer.TicketID);
}

async function find(input: Data, on = tests): Promise<unknown> {
  return (await on.run(ticketSearch, input)).TicketID;
}

/** What is indexed of the newest article under a key. */
async function indexed(ticketID: string, key: string): Promise<string | undefined> {
  const [row] = await tests.query<{ value: string }>(
    'select article_value as value from article_search_index where ticket_id = $1 and article_key = $2 order by id desc',
    [ticketID, `MIMEBase_${key}`],
  );
  return row?.value;
}

describe('names of attachments', () => {
  it('are found, whatever their case and whatever operation brought them', async () => {
    const created = await create({ files: [file('Plan of the Attic.PDF'), file('photo.png')] });
    const id = await tests.ticket();
    await tests.run(ticketUpdate, { TicketID: id, Article: ARTICLE, Attachment: file('attic-2.pdf') });
    expect(await find({ MIMEBase_AttachmentName: 'of the attic' })).toEqual([created]);
    expect(await find({ MIMEBase_AttachmentName: 'ATTIC*.pdf', SortBy: 'Age', OrderBy: 'Up' })).toEqual([
      String(id),
      created,
    ]);
    expect(await find({ Fulltext: 'photo.png' })).toEqual([created]);
    expect(await find({ MIMEBase_AttachmentName: 'cellar' })).toBeUndefined();
  });

  it('are the stored names in their order; the HTML of a body is not one of them', async () => {
    const html = { ContentType: 'text/html; charset=utf-8', Body: '<p>Ink</p>' };
    const id = await create({ article: html, files: [file('a.txt'), file('a.txt'), file('file-2')] });
    expect(await indexed(id, 'AttachmentName')).toBe('a-1.txt a.txt file-2-1');
    expect(await indexed(await create({ article: html }), 'AttachmentName')).toBeUndefined();
  });

  it('are not indexed where the setting is off', async () => {
    const id = await tests.withSettings({ [NAMES]: 0 }, () => create({ files: [file('garden.pdf')] }));
    expect(await indexed(id, 'AttachmentName')).toBeUndefined();
  });

  it('are left to a host, which indexes every article once more', async () => {
    const flags = 'select search_index_needs_rebuild as flag from article where ticket_id = any($1) order by id';
    const id = await create({ files: [file('garden.pdf')] }, host);
    await host.run(ticketUpdate, { TicketID: id, Article: ARTICLE, Attachment: file('b.txt') });
    await host.run(ticketUpdate, { TicketID: id, Article: ARTICLE });
    expect(await find({ MIMEBase_AttachmentName: 'garden' }, host)).toBeUndefined();
    expect(await host.query(flags, [[id]])).toEqual([{ flag: 1 }, { flag: 1 }, { flag: 1 }]);
    const own = await create({ files: [file('a.txt')] });
    expect(await tests.query(flags, [[own]])).toEqual([{ flag: 0 }]);
  });
});

describe('subjects and bodies', () => {
  it.each([
    ['signs', '(Ink)? "blue" <red> [x] ink! C++', 'ink blue red'],
    ['common words of six languages', 'the Ink und con mit della pour van', 'ink'],
    ['short and long words', `ab abc ${'x'.repeat(30)} ${'y'.repeat(31)}`, `abc ${'x'.repeat(30)}`],
    ['endless signs', `ink x${'.'.repeat(150_000)}x`, 'ink'],
    ['repeated words', 'ink INK Ink. paper', 'ink paper'],
  ])('are indexed without %s', async (...[, text, words]) => {
    const id = await create({ article: { Subject: text, Body: text } });
    expect([await indexed(id, 'Subject'), await indexed(id, 'Body')]).toEqual([words, words]);
  });

  it('are indexed up to a thousand words', async () => {
    const words = Array.from({ length: 1200 }, (_, index) => `word${index}`);
    const id = await create({ article: { Body: words.join('\n') } });
    expect(await indexed(id, 'Body')).toBe(words.slice(0, 1000).join(' '));
  });

  it('are indexed whole where the setting says so', async () => {
    const text = 'The INK is  "the" ink.';
    const id = await tests.withSettings({ 'Ticket::SearchIndex::ForceUnfilteredStorage': 1 }, () =>
      create({ article: { Subject: text, Body: text } }),
    );
    expect([await indexed(id, 'Subject'), await indexed(id, 'Body')]).toEqual([text.toLowerCase(), text.toLowerCase()]);
    expect(await find({ MIMEBase_Body: 'is  "the" ink' })).toEqual([id]);
  });

  it.each([
    ['stop words of all languages', 'StopWords', { en: ['Paper'], Custom: ['PEN'] }, 'the new ink'],
    ['filters, before letters are small', 'Filters', ['[A-Z]', '^\\W+$', '(?:e+)+n'], 'the paper'],
    ['lengths', 'Attribute', { WordLengthMin: '4', WordLengthMax: '4' }, ''],
    ['counts, with repeated words', 'Attribute', { WordCountMax: 4 }, 'the new paper'],
  ])('are indexed by the %s of the setting', async (...[, name, value, words]) => {
    const lists = { 'Ticket::SearchIndex::StopWords': { en: [] }, [`Ticket::SearchIndex::${name}`]: value };
    const id = await tests.withSettings(lists, () => create({ article: { Body: 'the New paper NEW pen --- Ink' } }));
    expect(await indexed(id, 'Body')).toBe(words);
  });

  it('are indexed alike when they are large', async () => {
    const id = await create({ article: { Body: `${'the Ink, or '.repeat(25_000)}Paper` } });
    expect(await indexed(id, 'Body')).toBe('ink');
    const large = await create({ article: { Body: `${'or '.repeat(100_000)}Paper` } });
    expect(await indexed(large, 'Body')).toBe('paper');
  });

  it('include words of every script, but not signs alone', async () => {
    const id = await create({ article: { Body: '¿¿¿ Größe чернила … 🖋🖋🖋' } });
    expect(await indexed(id, 'Body')).toBe('größe чернила');
  });

  it('include the full addresses', async () => {
    const id = await create({ article: { From: '"The Ink and the Pen" <Ink@Customer.org>' } });
    expect(await indexed(id, 'From')).toBe('"the ink and the pen" <ink@customer.org>');
    expect(await indexed(id, 'To')).toBe('misc');
  });
});
