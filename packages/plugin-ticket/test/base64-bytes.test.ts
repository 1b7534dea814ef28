import { decode } from '../src/operations/attachment-get.js';

describe('the bytes of an attachment', () => {
  it.each([0, 1, 2, 3, 500_000])('are those of its Base64: %i of them', (length) => {
    const bytes = Buffer.alloc(length, 'abcdefg');
    expect(Buffer.concat([...decode(bytes.toString('base64'))])).toEqual(bytes);
  });
});
