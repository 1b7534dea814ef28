import type { Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketGet } from '../src/operations/ticket-get.js';
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
const FILE = { Filename: 'a.txt', Content: 'eA==', ContentType: 'text/plain' };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

describe.each(['TicketCreate', 'TicketUpdate'])('%s stores', (name) => {
  /** Writes an article and reads it again, with its attachments and the HTML of its body. */
  async function stored(
    article: Data,
    files: readonly Data[] = [],
  ): Promise<{ article: Data; files: readonly Data[] }> {
    const input = { Article: { ...ARTICLE, ...article }, ...(files.length === 0 ? {} : { Attachment: files }) };
    const answer =
      name === 'TicketCreate'
        ? await tests.run(ticketCreate, { Ticket: TICKET, ...input })
        : await tests.run(ticketUpdate, { TicketID: await tests.ticket(), ...input });
    const wanted = { TicketID: answer.TicketID, AllArticles: 1, Attachments: 1, HTMLBodyAsAttachment: 1 };
    const { Ticket: tickets } = await tests.run(ticketGet, wanted);
    const [ticket] = tickets as readonly { Article: readonly Data[] }[]; // one ticket with its articles
    const read = ticket?.Article[0] ?? {};
    return { article: read, files: (read.Attachment ?? []) as readonly Data[] }; // attachments are Data
  }

  const toText = (file: Data | undefined) => Buffer.from(String(file?.Content), 'base64').toString('utf8');

  it.each([
    ['CRLF', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['what follows a NUL', 'a\0b', 'a'],
    ['blanks at the ends', '  a  ', 'a'],
  ])('plain texts without %s', async (...[, body, expected]) => {
    expect((await stored({ Body: body })).article.Body).toBe(expected);
  });

  it('headers as one line each', async () => {
    const { article } = await stored({ Subject: 'In\r\nk', From: '"In\nk" <ink@customer.org>' });
    expect(article).toMatchObject({ Subject: 'Ink', From: '"Ink" <ink@customer.org>' });
  });

  it('content types in lower case, and those of their parts', async () => {
    const parts = { ContentType: '', MimeType: 'Text/Plain', Charset: 'ISO-8859-1' };
    expect((await stored(parts)).article).toMatchObject({
      ContentType: 'text/plain; charset=iso-8859-1',
      MimeType: 'text/plain',
      Charset: 'iso-8859-1',
      ContentCharset: 'iso-8859-1',
    });
    expect((await stored({ ContentType: 'text/plain' })).article).toMatchObject({
      MimeType: 'text/plain',
      Charset: '',
    });
  });

  it.each(['utf8', 'utf-8', 'us-ascii', 'latin1', 'iso-8859-15', 'windows-1252', 'utf-16', 'shift_jis', 'gb2312'])(
    'texts of the charset %s',
    async (charset) => {
      const { article } = await stored({ ContentType: `text/plain; charset="${charset}"` });
      expect(article).toMatchObject({ Charset: charset, Body: 'It is empty.' });
    },
  );

  it('HTML as text, with the original beside it', async () => {
    const html = '<h1>Ink</h1><p>It is <b>empty</b> &amp; dry.</p>';
    const { article, files } = await stored({ Body: html, ContentType: 'text/html; charset=utf-8' });
    expect(article).toMatchObject({ MimeType: 'text/plain', Body: 'Ink\n\nIt is empty & dry.\n\n' });
    expect(files).toMatchObject([
      { Filename: 'file-2', ContentType: 'text/html; charset="utf-8"', Disposition: 'inline' },
    ]);
    expect(toText(files[0])).toBe(html);
  });

  it('images of an HTML text as attachments that it refers to', async () => {
    const images = `<img alt="a" src="data:image/png;base64,aW5r"> <img src='data:image/jpeg;base64,ZHJ5'>`;
    const { files } = await stored({ Body: `<p>${images}</p>`, ContentType: 'text/html; charset=utf-8' });
    const [html, png, jpeg] = files;
    expect([png, jpeg]).toMatchObject([
      { Filename: 'pasted-1.png', ContentType: 'image/png', Disposition: 'inline', Content: 'aW5r' },
      { Filename: 'pasted-2.jpg', ContentType: 'image/jpeg', Disposition: 'inline', Content: 'ZHJ5' },
    ]);
    const [first = '', second = ''] = [png, jpeg].map((image) => String(image?.ContentID).replace(/^<(.*)>$/, '$1'));
    expect(toText(html)).toBe(`<p><img alt="a" src="cid:${first}"> <img src='cid:${second}'></p>`);
    expect(first).not.toBe(second);
  });

  it('HTML that is nested very deep', async () => {
    const html = `Ink${'<div>'.repeat(20_000)}dry`;
    const { article, files } = await stored({ Body: html, ContentType: 'text/html; charset=utf-8' });
    expect(article.Body).toBe('Inkdry');
    expect(files).toMatchObject([{ FilesizeRaw: String(html.length) }]);
  });

  it('HTML that is full of images that never end', async () => {
    const html = `Ink${'<img '.repeat(200_000)}`;
    const { article, files } = await stored({ Body: html, ContentType: 'text/html; charset=utf-8' });
    expect(String(article.Body).replaceAll('\n', ' ')).toBe(html);
    expect(files).toMatchObject([{ FilesizeRaw: String(html.trim().length) }]);
  });

  it('JSON as it is', async () => {
    const { article, files } = await stored({ Body: '{"a":\r\n1}', ContentType: 'application/json' });
    expect(article).toMatchObject({ ContentType: 'application/json', Body: '{"a":\r\n1}' });
    expect(files).toEqual([]);
  });

  it.each([
    ['application/pdf; name="Ink.pdf"', 'ink.pdf'],
    ['image/svg+xml', 'unknown'],
  ])('what is no text (%s) as an attachment', async (contentType, filename) => {
    const { article, files } = await stored({ Body: '<ink/>', ContentType: contentType });
    expect(article).toMatchObject({ ContentType: 'text/plain', Body: '- no text message => see attachment -' });
    expect(files).toMatchObject([{ Filename: filename, ContentType: contentType.toLowerCase(), FilesizeRaw: '6' }]);
    expect(toText(files[0])).toBe('<ink/>');
  });

  it.each([
    ['  ink.txt ', 'ink.txt'],
    ['..ink\r\n.txt', 'ink.txt'],
    [`${'i'.repeat(300)}.txt`, `${'i'.repeat(216)}.txt`],
    [`${'ü'.repeat(150)}.tiff`, `${'ü'.repeat(107)}.tiff`],
    ['🦦'.repeat(60), '🦦'.repeat(55)],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(218)}`],
    ['0', '0'],
  ])('the attachment %j as %j', async (filename, expected) => {
    expect((await stored({}, [{ ...FILE, Filename: filename }])).files).toMatchObject([{ Filename: expected }]);
  });

  it('an attachment with a name of 200,000 characters', async () => {
    const { files } = await stored({}, [{ ...FILE, Filename: 'ü'.repeat(200_000) }]);
    expect(files).toMatchObject([{ Filename: 'ü'.repeat(110) }]);
  });

  it('attachments of one name under names of their own', async () => {
    const names = ['a.tar.gz', 'a.tar.gz', 'a.tar.gz', 'read', 'read'].map((Filename) => ({ ...FILE, Filename }));
    const { files } = await stored({}, names);
    expect(files.map(({ Filename }) => Filename)).toEqual(['a.tar-1.gz', 'a.tar-2.gz', 'a.tar.gz', 'read', 'read-1']);
  });

  it('the headers of an attachment', async () => {
    const members = { ContentID: 'ink@1', ContentAlternative: '1', Disposition: 'inline; filename=x' };
    const types = { ContentType: 'Image/PNG; name="Ink.PNG"', Filename: 'ink.png' };
    expect((await stored({}, [{ ...FILE, ...members, ...types }])).files).toMatchObject([
      {
        ContentID: '<ink@1>',
        ContentAlternative: '1',
        Disposition: 'inline',
        ContentType: 'image/png; name="ink.png"',
      },
    ]);
    const { files } = await stored({}, [FILE, { ...FILE, ContentID: '<ink@2>' }]);
    expect(files).toMatchObject([
      { ContentID: '<ink@2>', Disposition: 'attachment' },
      { ContentID: '', ContentAlternative: '', Disposition: 'attachment' },
    ]);
  });

  it.each([
    ['aW5r', 'aW5r', '3'],
    ['aW\r\n5r', 'aW5r', '3'],
    ['a*W-5_r', 'aW5r', '3'],
    ['aW5', 'aW4=', '2'],
    ['0', '', '0'],
  ])('the content %j as %j of %s bytes', async (content, expected, size) => {
    expect((await stored({}, [{ ...FILE, Content: content }])).files).toMatchObject([
      { Content: expected, FilesizeRaw: size },
    ]);
  });

  it('large attachments among small ones, in their order', async () => {
    const large = Buffer.alloc(900_000, 'ink').toString('base64');
    const { files } = await stored({}, [
      { ...FILE, Filename: '1' },
      { ...FILE, Filename: '2', Content: large },
      { ...FILE, Filename: '3' },
    ]);
    const ids = await tests.query<{ filename: string }>(
      'select filename from article_data_mime_attachment order by id desc limit 3',
    );
    expect(ids.map(({ filename }) => filename)).toEqual(['3', '2', '1']);
    expect(files[1]).toMatchObject({ FilesizeRaw: '900000', Content: large });
  });
});
