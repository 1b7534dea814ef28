import fc from 'fast-check';

import { NameScan } from '../src/debugger/name-scan.js';
import { SecretNames } from '../src/debugger/secret-names.js';

const NAMES = ['password', 'sessionid', 'pin', 'pinecone', 'authorization', 'token', 'k4te', 'sess'];
const scan = new NameScan(NAMES);

describe('NameScan', () => {
  it.each([
    ['a name', 'the Password is'],
    ['a name with other characters between its letters', 's e-s\0Si"oä\u2028N_.İ\\id'],
    ['a name behind the beginning of another one', 'pinepassworsession IDs'],
    ['a name that ends another word', 'xxk4te'],
    ['a name that an escape interrupts', String.raw`to\nken`],
    ['a name that has the letter of an escape', String.raw`author\nizatio\n`],
    ['a name behind several escapes', String.raw`\n\r\n\r\n\t\t\tto\tken`],
  ])('finds %s', (_what, text) => {
    expect(scan.mayOccurIn(text)).toBe(true);
  });

  it.each(['%70', '%2570', String.raw`\u0070`, String.raw`\X70`, '&#112;', 'ſ', '\u212a', 'ｐ', '\u{1d429}'])(
    'takes %s for something that may be a letter',
    (letter) => {
      expect(scan.mayOccurIn(`--${letter}--`)).toBe(true);
    },
  );

  it.each([
    ['nothing', ''],
    ['the beginnings of names', 'passwor pi ses toke author'],
    ['letters or digits within a name', 'pass1word authorIsation'],
    ['ordinary JSON', String.raw`{"Title":"100% \"new\" & \\ best","Body":"Dear all,\r\n\r\n\tit works\n"}`],
  ])('finds nothing in %s', (_what, text) => {
    expect(scan.mayOccurIn(text)).toBe(false);
  });

  it('finds whatever a regular expression finds', () => {
    const pieces = fc.constantFrom(
      ...NAMES.flatMap((name) => [name, name.slice(0, 3), name.slice(-3).toUpperCase()]),
      ...['\\', 'n', '\\n', '\\t', '\\\\', '%', '&', '"', ' ', 'ä', 'o', 'i', 't', 'k', '4', 'E', '%7', '&#'],
    );
    const names = new SecretNames(NAMES);
    const gap = String.raw`(?:[^0-9a-z]|\\[bfnrt])*`;
    const anywhere = new RegExp(NAMES.map((name) => Array.from(name).join(gap)).join('|'), 'i');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        if (!anywhere.test(text)) return;
        expect(scan.mayOccurIn(text)).toBe(true);
        expect(names.occurIn(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
