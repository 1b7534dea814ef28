import type { OperationContext } from '@ticketgate/sdk';

import { sessionCreate } from '../src/session-create.js';
import { sessionGet } from '../src/session-get.js';
import { sessionRemove } from '../src/session-remove.js';

const AGENT = { type: 'User', userID: 2, login: 'anna' } as const;
const ADMIN = { type: 'User', userID: 1, login: 'root@localhost' } as const;

interface Call {
  readonly credentials?: OperationContext['credentials'];
  readonly caller?: typeof AGENT | typeof ADMIN;
}

/** The accounts are a port of ours that their own tests prove; here it only counts what is asked of it. */
function contextOf({ credentials = {}, caller }: Call) {
  const removed: string[] = [];
  const context = {
    credentials,
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

const failing = (work: Promise<unknown>) => work.catch((error: unknown) => (error as Error).message);

describe('the operations on sessions', () => {
  it('start a session for whoever can prove who they are', async () => {
    const credentials = { UserLogin: 'anna', Password: 'secret' };
    const { context } = contextOf({ credentials, caller: AGENT });
    expect(await sessionCreate.run({ ...credentials }, context)).toEqual({ SessionID: '4711' });
  });

  it('tell what is missing, in the order and words of the family', async () => {
    const create = (input: unknown, credentials: OperationContext['credentials']) =>
      failing(sessionCreate.run(input, contextOf({ credentials }).context));
    expect(await create([{}], {})).toBe('SessionCreate: The request is empty!');
    expect(await create({ UserLogin: 'anna' }, { UserLogin: 'anna' })).toBe(
      'SessionCreate: Password parameter is missing!',
    );
    expect(await create({ Password: 'x' }, { Password: 'x' })).toBe('SessionCreate: Authorization failing!');
    expect(await create({ a: 1 }, { UserLogin: 'anna', Password: 'wrong' })).toBe(
      'SessionCreate: Authorization failing!',
    );
  });

  it('list the values of a valid session only', async () => {
    const get = (input: unknown) => failing(sessionGet.run(input, contextOf({}).context));
    expect(await get({ SessionID: 4711 })).toEqual({ SessionData: [{ Key: 'UserLogin', Value: 'anna' }] });
    expect(await get([4711])).toBe('SessionGet: The request is empty!');
    expect(await get({ SessionID: '' })).toBe('SessionGet: SessionID is missing!');
    expect(await get({ SessionID: ['4711'] })).toBe('SessionGet: SessionID is Invalid!');
    expect(await get({ SessionID: 'other' })).toBe('SessionGet: SessionID is Invalid!');
  });

  it('end a session for its holder, and any for an administrator, but not for a wrong password', async () => {
    const holder = contextOf({});
    expect(await sessionRemove.run({ SessionID: '4711' }, holder.context)).toEqual({ Success: 1 });
    expect(holder.removed).toEqual(['4711']);
    const credentials = { UserLogin: 'somebody', Password: 'x' };
    for (const caller of [undefined, AGENT]) {
      const other = contextOf({ credentials, ...(caller === undefined ? {} : { caller }) });
      expect(await failing(sessionRemove.run({ SessionID: '4711' }, other.context))).toBe(
        'SessionRemove: Authorization failing!',
      );
      expect(other.removed).toEqual([]);
    }
    const admin = contextOf({ credentials, caller: ADMIN });
    expect(await sessionRemove.run({ SessionID: '4711' }, admin.context)).toEqual({ Success: 1 });
    expect(await failing(sessionRemove.run({}, contextOf({}).context))).toBe('SessionRemove: SessionID is missing!');
  });
});
