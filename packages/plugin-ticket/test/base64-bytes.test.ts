import { buffer } from 'node:stream/consumers';
import { assert, asyncProperty, integer, uint8Array } from 'fast-check';

import { streamBytes, countBytes } from '../src/operations/attachment-get.js';

describe('a range of the bytes of an attachment', () => {
  it('equals the same part of the bytes, even in long texts', async () => {
    const long = Buffer.alloc(500_000, 'abcdefg');
    await assert(
      asyncProperty(
        uint8Array({ maxLength: 40 }),
        integer({ min: 0, max: 40 }),
        integer({ min: 0, max: 40 }),
        async (bytes, a, b) => {
          const base64 = Buffer.from(bytes).toString('base64');
          expect(countBytes(base64)).toBe(bytes.length);
          const range = { start: Math.min(a, b, bytes.length), end: Math.min(Math.max(a, b), bytes.length) };
          expect(await buffer(streamBytes(base64, range))).toEqual(Buffer.from(bytes.subarray(range.start, range.end)));
        },
      ),
    );
    const range = { start: 100_001, end: 450_002 };
    expect(await buffer(streamBytes(long.toString('base64'), range))).toEqual(long.subarray(range.start, range.end));
  });
});
