import type { AuthenticationResult } from '../src/authentication/authentication-result.js';
import { SharedLogins } from '../src/authentication/login-cache.js';

const CREDENTIALS = {
  login: 'User bea',
  password: 'open sesame',
  stored: 'BCRYPT:12:salt:hash',
  remoteAddress: '192.0.2.1',
};
const WRONG: AuthenticationResult = { reason: 'the password is wrong' };
const RIGHT: AuthenticationResult = { caller: { type: 'User', userID: 2, login: 'bea' } };

describe('Shared logins', () => {
  let shared: SharedLogins;
  let checks: { readonly end: (verdict: AuthenticationResult) => void; readonly fail: (error: Error) => void }[];

  const verify = () =>
    new Promise<AuthenticationResult>((end, fail) => {
      checks.push({ end, fail });
    });

  beforeEach(() => {
    shared = new SharedLogins();
    checks = [];
  });

  it('of concurrent requests with the same credentials come from one check', async () => {
    const asked = [1, 2, 3].map(() => shared.run({ ...CREDENTIALS }, verify));
    checks[0]?.end(WRONG);
    expect(await Promise.all(asked)).toEqual([WRONG, WRONG, WRONG]);
    expect(checks).toHaveLength(1);
  });

  it.each([
    ['login', { login: 'User be', password: 'aopen sesame' }],
    ['password', { password: 'open sesam' }],
    ['stored hash', { stored: 'BCRYPT:12:salt:other' }],
    ['address', { remoteAddress: '192.0.2.2' }],
  ])('are not shared with another %s', (_what, other) => {
    void shared.run(CREDENTIALS, verify);
    void shared.run({ ...CREDENTIALS, ...other }, verify);
    expect(checks).toHaveLength(2);
  });

  it('are not kept: the next request is checked again, also after a check that failed', async () => {
    const first = shared.run(CREDENTIALS, verify);
    checks[0]?.fail(new Error('no memory'));
    await expect(first).rejects.toThrow('no memory');
    const second = shared.run(CREDENTIALS, verify);
    checks[1]?.end(RIGHT);
    expect(await second).toBe(RIGHT);
  });
});
