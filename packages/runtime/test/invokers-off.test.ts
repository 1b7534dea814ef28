import { invokersOff } from '@ticketgate/runtime';

describe('events', () => {
  const reason = (enabled: 'auto' | 'on' | 'off', isAttached: boolean) =>
    invokersOff({
      configuration: {
        requester: { enabled, allowedHosts: [], syncLimit: 5, retry: 'none', maxRetryAfter: 1, maxBody: 1, tokens: {} },
      },
      isAttached,
    });

  it('call invokers in a system of our own, and in a host only when somebody says so', () => {
    expect([reason('auto', false), reason('on', false), reason('on', true)]).toEqual([undefined, undefined, undefined]);
    expect(reason('auto', true)).toMatch(/^the host of this database calls them itself\..*requester\.enabled to on/);
    expect([reason('off', false), reason('off', true)]).toEqual([
      'requester.enabled is off. Set it to on in the configuration.',
      'requester.enabled is off. Set it to on in the configuration.',
    ]);
  });
});
