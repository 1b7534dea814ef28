import { OperationError, type OperationContext } from '@ticketgate/sdk';

import { sessionCreate } from '../../src/session-plugin/session-create.js';
import { sessionGet } from '../../src/session-plugin/session-get.js';
import { sessionRemove } from '../../src/session-plugin/session-remove.js';

const AGENT = { type: 'User', userID: 2, login: 'anna' } as const;
const ADMIN = { type: 'User', userID: 1, login: 'root@localhost' } as const;

interface Call {
  readonly credentials?: OperationContext['credentials'];
  readonly caller?: typeof AGENT | typeof ADMIN;
  readonly profile?: OperationContext['binding']['profile'];
}

/** The accounts are a port of ours that their own tests prove; here it only counts what is asked of it. */
function contextOf({ credentials = {}, caller, profile = 'otobo' }: Call) {
  const removed: string[] = [];
  const context = {
    credentials,
    binding: { profile },
    request: { remoteAddress: '192.0.2.1', userAgent: 'test' },
    authenticate: async () => caller,
    accounts: {
      directory: async () => ({
        groupByName: () => ({ id: 2, name: 'admin' }),
        groupIDsOfAgent: (id: number) => new Set(id === 1 ? [2] : []),
      }),
      sessions: {
        create: async () => '4711',
        read: async (id: string) => (id === '4711' ? [{ Key: 'UserLogin', Value: 'anna' }] : undefined),
        remove: async (id: string) => removed.push(id) > 0,
      },
    },
  } as unknown as OperationContext; // what the three operations use, and nothing else
  return { context, removed };
}

/** The answer, or code and message of the error. */
const outcome = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} | ${error.message}`;
  });

describe('the operations on sessions', () => {
  it('start a session for callers who can prove who they are', async () => {
    const credentials = { UserLogin: 'anna', Password: 'secret' };
    const { context } = contextOf({ credentials, caller: AGENT });
    expect(await sessionCreate.run({ ...credentials }, context)).toEqual({ SessionID: '4711' });
  });

  it.each<[unknown, OperationContext['credentials'], string]>([
    [[{}], {}, 'SessionCreate.MissingParameter | SessionCreate: The request is empty!'],
    [{}, {}, 'SessionCreate.MissingParameter | SessionCreate: The request is empty!'],
    [
      { UserLogin: 'anna' },
      { UserLogin: 'anna' },
      'SessionCreate.MissingParameter | SessionCreate: Password parameter is missing!',
    ],
    [
      { Password: '0' },
      { Password: '0' },
      'SessionCreate.MissingParameter | SessionCreate: Password parameter is missing!',
    ],
    [{ Password: 'x' }, { Password: 'x' }, 'SessionCreate.AuthFail | SessionCreate: Authorization failing!'],
    [
      { UserLogin: 'anna', Password: 'wrong' },
      { UserLogin: 'anna', Password: 'wrong' },
      'SessionCreate.AuthFail | SessionCreate: Authorization failing!',
    ],
  ])('start no session for %j', async (input, credentials, expected) => {
    expect(await outcome(sessionCreate.run(input, contextOf({ credentials }).context))).toBe(expected);
  });

  it('list the values of a valid session', async () => {
    const answer = await sessionGet.run({ SessionID: 4711 }, contextOf({}).context);
    expect(answer).toEqual({ SessionData: [{ Key: 'UserLogin', Value: 'anna' }] });
  });

  it.each([
    [[4711], 'SessionGet.MissingParameter | SessionGet: The request is empty!'],
    [{ SessionID: '' }, 'SessionGet.MissingParameter | SessionGet: SessionID is missing!'],
    [{ SessionID: ['4711'] }, 'SessionGet.SessionInvalid | SessionGet: SessionID is Invalid!'],
    [{ SessionID: 'other' }, 'SessionGet.SessionInvalid | SessionGet: SessionID is Invalid!'],
  ])('list nothing for %j', async (input, expected) => {
    expect(await outcome(sessionGet.run(input, contextOf({}).context))).toBe(expected);
  });

  it('end a session for its holder, and any for an administrator, but not for a wrong password', async () => {
    const holder = contextOf({});
    expect(await sessionRemove.run({ SessionID: '4711' }, holder.context)).toEqual({ Success: 1 });
    expect(holder.removed).toEqual(['4711']);
    const credentials = { UserLogin: 'somebody', Password: 'x' };
    for (const caller of [undefined, AGENT]) {
      const other = contextOf({ credentials, ...(caller === undefined ? {} : { caller }) });
      expect(await outcome(sessionRemove.run({ SessionID: '4711' }, other.context))).toBe(
        'SessionRemove.AuthFail | SessionRemove: Authorization failing!',
      );
      expect(other.removed).toEqual([]);
    }
    const admin = contextOf({ credentials, caller: ADMIN });
    expect(await sessionRemove.run({ SessionID: '4711' }, admin.context)).toEqual({ Success: 1 });
  });

  it.each([{}, [], { SessionID: 0 }])('do not end a session for %j', async (input) => {
    expect(await outcome(sessionRemove.run(input, contextOf({}).context))).toBe(
      'SessionRemove.MissingParameter | SessionRemove: SessionID is missing!',
    );
  });

  it('are about the session of the header in profile znuny, whatever the path says', async () => {
    const credentials = { SessionID: '4711' };
    const { context, removed } = contextOf({ credentials, profile: 'znuny' });
    expect(await sessionGet.run({ SessionID: 'other' }, context)).toHaveProperty('SessionData');
    expect(await sessionGet.run({}, context)).toHaveProperty('SessionData');
    expect(await sessionRemove.run({ SessionID: 'other' }, context)).toEqual({ Success: 1 });
    expect(removed).toEqual(['4711']);
    const inOthers = contextOf({ credentials });
    expect(await outcome(sessionGet.run({ SessionID: 'other' }, inOthers.context))).toMatch(/SessionInvalid/);
  });

  it('treat an impossible session id as unknown, and refuse it in profile contract', async () => {
    const { context, removed } = contextOf({});
    expect(await sessionRemove.run({ SessionID: ['4711'] }, context)).toEqual({ Success: 1 });
    const strict = contextOf({ profile: 'contract' });
    expect(await outcome(sessionRemove.run({ SessionID: [] }, strict.context))).toBe(
      'SessionRemove.InvalidParameter | SessionRemove: SessionID is not a text.',
    );
    expect([...removed, ...strict.removed]).toEqual([]);
  });
});
