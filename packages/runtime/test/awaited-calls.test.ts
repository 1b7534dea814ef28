import { jest } from '@jest/globals';

import { awaitCalls } from '../src/events/awaited-calls.js';

it('keep no client from its answer when the database is away', async () => {
  const away = () => Promise.reject(new Error('The database is away.'));
  const database = { query: away, notifications: { listen: away } };
  await expect(awaitCalls(database as never, 5)(['1'])).resolves.toBeUndefined();
});

it('listen again after they could not', async () => {
  const listen = jest.fn(() => Promise.resolve(() => undefined));
  listen.mockRejectedValueOnce(new Error('The database is away.'));
  const settled = awaitCalls({ query: () => Promise.resolve([]), notifications: { listen } } as never, 5);
  for (let request = 0; request < 3; request += 1) await settled(['1']);
  expect(listen).toHaveBeenCalledTimes(2);
});

it('listen once, however many requests come first', async () => {
  const listen = jest.fn(() => Promise.resolve(() => undefined));
  const settled = awaitCalls({ query: () => Promise.resolve([]), notifications: { listen } } as never, 5);
  await Promise.all([settled(['1']), settled(['2'])]);
  expect(listen).toHaveBeenCalledTimes(1);
});

it('end the waiting when all have been attempted', async () => {
  let tell: (id: string) => void = () => undefined;
  let open = [{ id: '1' }, { id: '2' }];
  const database = {
    query: () => Promise.resolve(open),
    notifications: {
      listen(_channel: string, handler: typeof tell) {
        tell = handler;
        return Promise.resolve(() => undefined);
      },
    },
  };
  const settled = awaitCalls(database as never, 5)(['1', '2']);
  for (const left of [[{ id: '2' }], []]) {
    await new Promise((resolve) => setImmediate(resolve));
    open = left;
    tell('1');
    tell('2');
  }
  await expect(settled).resolves.toBeUndefined();
});
