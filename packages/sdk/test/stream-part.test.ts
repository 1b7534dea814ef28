import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { readByteRange } from '../src/answers/stream-part.js';
import { streamPart, type SeekableBytes } from '../src/index.js';

describe('a range of bytes', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=2-', { start: 2, end: 10 }],
    [' bytes=2-4 ', { start: 2, end: 5 }],
    ['bytes=2-99', { start: 2, end: 10 }],
    ['bytes=-3', { start: 7, end: 10 }],
    ['bytes=-99', { start: 0, end: 10 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['lines=1-2', undefined],
    ['bytes=-', undefined],
  ])('%p of ten bytes is %p', (header, expected) => {
    expect(readByteRange(header, 10)).toEqual(expected);
  });
});

describe('bytes of which parts can be asked for', () => {
  const bytes: SeekableBytes = {
    name: 'The report',
    tag: '"1-10"',
    length: 10,
    contentType: 'text/plain',
    read: ({ start, end }) => Readable.from(['0123456789'.slice(start, end)]),
  };
  const answer = (headers: Readonly<Record<string, string>>) => streamPart(bytes, 'ReportGet', { headers });

  it('are answered from the first to the last, with an ETag', async () => {
    const whole = answer({});
    expect(whole).toMatchObject({ status: 200, length: 10, headers: { ETag: '"1-10"', 'Accept-Ranges': 'bytes' } });
    expect(await text(whole.readable)).toBe('0123456789');
  });

  it('are answered as the part that was asked for', async () => {
    const part = answer({ Range: 'bytes=7-', 'If-Range': '"1-10"' });
    expect(part).toMatchObject({ status: 206, length: 3, headers: { 'Content-Range': 'bytes 7-9/10' } });
    expect(await text(part.readable)).toBe('789');
  });

  it('are answered whole when they are no longer those of the first part', () => {
    expect(answer({ Range: 'bytes=7-', 'If-Range': '"1-9"' })).toMatchObject({ status: 200, length: 10 });
  });

  it('are refused where there are none', () => {
    expect(() => answer({ Range: 'bytes=10-' })).toThrow('ReportGet: The report has 10 bytes, and Range is bytes=10-.');
  });
});
