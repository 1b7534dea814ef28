import { SharedVerdicts } from '../src/authentication/shared-verdicts.js';
import type { Verdict } from '../src/passwords/verify-password.js';

const CREDENTIALS = { login: 'User bea', password: 'open sesame', stored: 'BCRYPT:12:salt:hash' };

describe('Shared verdicts', () => {
  let shared: SharedVerdicts;
  let checks: { readonly end: (verdict: Verdict) => void; readonly fail: (error: Error) => void }[];

  const verify = () =>
    new Promise<Verdict>((end, fail) => {
      checks.push({ end, fail });
    });

  beforeEach(() => {
    shared = new SharedVerdicts();
    checks = [];
  });

  it('of requests that come at once with the same credentials are those of one check', async () => {
    const asked = [1, 2, 3].map(() => shared.of({ ...CREDENTIALS }, verify));
    checks[0]?.end('wrong');
    expect(await Promise.all(asked)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(checks).toHaveLength(1);
  });

  it.each([
    ['login', { login: 'User be', password: 'aopen sesame' }],
    ['password', { password: 'open sesam' }],
    ['stored hash', { stored: 'BCRYPT:12:salt:other' }],
  ])('are not shared with another %s', (_what, other) => {
    void shared.of(CREDENTIALS, verify);
    void shared.of({ ...CREDENTIALS, ...other }, verify);
    expect(checks).toHaveLength(2);
  });

  it('are not kept: the next request is checked again, also after a check that failed', async () => {
    const first = shared.of(CREDENTIALS, verify);
    checks[0]?.fail(new Error('no memory'));
    await expect(first).rejects.toThrow('no memory');
    const second = shared.of(CREDENTIALS, verify);
    checks[1]?.end('right');
    expect(await second).toBe('right');
  });
});
