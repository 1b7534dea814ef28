import fc from 'fast-check';

import { attachmentRow, textAttachmentRow } from '../src/articles/store/attachment-row.js';
import { isBase64 } from '../src/articles/base64.js';

const DRAFT = {
  filename: 'a.bin',
  contentType: 'application/octet-stream',
  contentID: undefined,
  contentAlternative: undefined,
  disposition: undefined,
};

/** As a decoder reads it that knows nothing but the alphabet. */
const recoded = (content: string) =>
  Buffer.from(content.replaceAll(/[^A-Za-z0-9+/=]/g, ''), 'base64').toString('base64');

const base64 = fc.string({ unit: fc.constantFrom('A', 'Q', 'f', '7', '+', '/', '=', '-', '\n', ' ', 'ü') });

describe('the content of an attachment', () => {
  it('is stored without characters that are not Base64, up to its padding', async () => {
    await fc.assert(
      fc.asyncProperty(base64, async (content) => {
        const row = await attachmentRow({ ...DRAFT, content });
        expect(row.content).toBe(recoded(content));
        expect(row.size).toBe(Buffer.from(recoded(content), 'base64').length);
      }),
    );
  });

  it.each(['QUF\n', 'QUFB\n', `${'QUFB'.repeat(30_001)} `, 'QU='])('is the same when it is large: %#', async (part) => {
    const content = part.repeat(Math.ceil(500_000 / part.length));
    expect((await attachmentRow({ ...DRAFT, content })).content).toBe(recoded(content));
  });

  it('can be made from a text of any length', () => {
    const text = 'Tinte für €5. '.repeat(20_000);
    const { content, size } = textAttachmentRow(DRAFT, text);
    expect(content).toBe(Buffer.from(text).toString('base64'));
    expect(size).toBe(Buffer.byteLength(text));
  });
});

describe('Base64', () => {
  it('may be in lines, and padded or not', () => {
    fc.assert(
      fc.property(base64, (text) => {
        const joined = text.replaceAll(/\s/g, '');
        const [, signs] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(joined) ?? [];
        expect(isBase64(text)).toBe(signs !== undefined && signs.length % 4 !== 1);
      }),
    );
  });

  it('may have any white space between its lines', () => {
    expect(isBase64('QUFB\u00a0\r\nQQ = =')).toBe(true);
  });
});
