import fc from 'fast-check';

import { SecretNames } from '../src/debugger/secret-names.js';

const NAMES = ['password', 'sessionid', 'pin', 'pinecone', 'authorization', 'token', 'k4te', 'sess'];
const names = new SecretNames(NAMES);

describe('SecretNames', () => {
  it.each([
    ['a name', 'the Password is'],
    ['a name with other characters between its letters', 's e-s\0Si"oä\u2028N_.İ\\id'],
    ['a name behind the beginning of another one', 'pinepassworsession IDs'],
    ['a name that ends another word', 'xxk4te'],
    ['a name that an escape interrupts', String.raw`to\nken`],
    ['a name that has the letter of an escape', String.raw`authorizatio\n`],
    ['a name behind several escapes', String.raw`\n\r\n\r\n\t\t\tto\tken`],
    ...['%70', '%2570', String.raw`\u0070`, String.raw`\X70`, '&#112;', '\uff50', '\u{1d429}'].map((letter) => [
      `a name with ${letter} for p`,
      `my ${letter}assword`,
    ]),
  ])('are found in %s', (_what, text) => {
    expect(names.occurIn(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['the beginnings of names', 'passwor pi ses toke author'],
    ['letters or digits within a name', 'pass1word authorIsation'],
    ['ordinary JSON', String.raw`{"Title":"100% \"new\" & \\ best","Body":"Dear all,\r\n\r\n\tit works\n"}`],
  ])('are not found in %s', (_what, text) => {
    expect(names.occurIn(text)).toBe(false);
  });

  it('are found wherever a regular expression finds them, and end where the shortest text with one ends', () => {
    const pieces = fc.constantFrom(
      ...NAMES.flatMap((name) => [name, name.slice(0, 3), name.slice(-3).toUpperCase()]),
      ...['\\', 'n', '\\n', '\\t', '\\\\', '%', '&', '"', ' ', 'ä', 'o', 'i', 't', 'k', '4', 'E', '%7', '&#'],
    );
    const gap = '[^0-9a-z]*';
    const anywhere = new RegExp(NAMES.map((name) => Array.from(name).join(gap)).join('|'), 'i');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const end = names.firstIn(text);
        expect(anywhere.test(text.slice(0, Math.max(end - 1, 0)))).toBe(false);
        if (!anywhere.test(text)) return;
        expect(names.occurIn(text.slice(0, end))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
