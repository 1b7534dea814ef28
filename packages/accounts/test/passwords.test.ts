import { createHash } from 'node:crypto';

import { makeFamilyBcrypt, parseFamilyBcrypt, dummyHash, verifyPassword } from '../src/passwords/verify-password.js';

/** The lowest that there is. */
const cost = 9;

describe('stored passwords', () => {
  const hex = (algorithm: string) => createHash(algorithm).update('secret').digest('hex');

  it.each([
    ['SHA-1', hex('sha1')],
    ['SHA-256', '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b'],
    ['SHA-512', hex('sha512')],
    ['bcrypt in the form of the family', 'BCRYPT:9:abcdefghijklmnop:YCZwYw1C2XpU3jIG92Mt0dgubd4zFr.'],
  ])('verifies %s', async (_, stored) => {
    expect(await verifyPassword('secret', stored, { cost })).toBe('right');
    expect(await verifyPassword('Secret', stored, { cost })).toBe('wrong');
  });

  it.each([
    ['more than 72 bytes', 'ü'.repeat(40) + 'x', 'BCRYPT:9:abcdefghijklmnop:vd3IG2/KVlHi.oQBKUrPYsKMn7WNIdG'],
    ['NUL', 'sec\0ret', 'BCRYPT:9:abcdefghijklmnop:Cd.fG/qrJFfEVh1KCleYnIY6HrQe6C2'],
    ['a salt of any bytes', 'secret', 'BCRYPT:9:ab\u00ffdefghijklmno$:0wa8stMWUAQ8UT0mpRuaJgQ5A8nMeIC'],
  ])('verifies a password with %s as other implementations of bcrypt do', async (_, password, stored) => {
    expect(await verifyPassword(password, stored, { cost })).toBe('right');
    expect(await verifyPassword(`-${password}`, stored, { cost })).toBe('wrong');
  });

  it('does not accept hexadecimal digits in upper case, like the family', async () => {
    expect(await verifyPassword('secret', hex('sha256').toUpperCase(), { cost })).toBe('wrong');
  });

  it.each([
    ['DES', 'roK20XGbWEsSM'],
    ['MD5', '$1$salt$qJH7.N4xYta3aEG/dfqo/0'],
    ['apr1', '$apr1$salt$Xxd1irWT9ycqoYxGFn4cb.'],
  ])('refuses %s as too weak', async (_, stored) => {
    expect(await verifyPassword('root', stored, { cost })).toBe('unsupported');
  });

  it.each([
    ['a quick digest', hex('sha256')],
    ['one that is too weak', 'roK20XGbWEsSM'],
    ['none', ''],
  ])('lets a wrong password wait as long as an unknown login, where the stored one is %s', async (_, stored) => {
    const timeOf = async (held: string) => {
      const start = performance.now();
      await verifyPassword('wrong', held, { cost });
      return performance.now() - start;
    };
    // Without the wait it is a thousand times quicker; a busy machine makes no such difference.
    expect(await timeOf(stored)).toBeGreaterThan((await timeOf(dummyHash(cost))) / 20);
  });

  it('compares passwords of unknown logins with a hash that costs as much as new ones', () => {
    expect([4, 9, 12].map((each) => parseFamilyBcrypt(dummyHash(each))?.cost)).toEqual([9, 9, 12]);
  });

  it('never accepts an empty password, nor anything for an agent without one', async () => {
    expect(await verifyPassword('', createHash('sha256').update('').digest('hex'), { cost })).toBe('wrong');
    expect(await verifyPassword('!', '!', { cost })).toBe('wrong');
  });

  it('accepts plain text only if the host is configured for it', async () => {
    expect(await verifyPassword('secret', 'secret', { cost })).toBe('wrong');
    expect(await verifyPassword('secret', 'secret', { cost, isPlain: true })).toBe('right');
  });

  it('writes what it can verify, with a salt that hosts can read', async () => {
    const stored = await makeFamilyBcrypt('pässword', 4);
    expect(stored).toMatch(/^BCRYPT:9:[A-Za-z0-9]{16}:.{31}$/);
    expect(await verifyPassword('pässword', stored, { cost })).toBe('right');
  });
});
