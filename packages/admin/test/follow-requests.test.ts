import { jest } from '@jest/globals';

import { followRequests } from '../src/debug-log/follow-requests.js';

/** A debug log in memory, with the ids of its requests. */
class Log {
  readonly ids: number[] = [];
  looks = 0;

  list({ limit, writtenAfter }: { limit: number; writtenAfter: number }): Promise<{ id: number }[]> {
    this.looks += 1;
    const sorted = [...this.ids].sort((one, other) => one - other);
    const page = sorted.filter((id) => id > writtenAfter);
    return Promise.resolve(page.slice(0, limit).map((id) => ({ id })));
  }

  newestID(): Promise<number> {
    this.looks += 1;
    return Promise.resolve(Math.max(0, ...this.ids));
  }
}

describe('following the debug log', () => {
  it('shows each new request once, even one that appears after a newer one', async () => {
    const log = new Log();
    log.ids.push(...Array.from({ length: 3_000 }, (_, index) => index + 1));
    const stop = new AbortController();
    const told: number[] = [];
    const rounds = [[3_002, 3_003], [3_001, 3_004], Array.from({ length: 4_500 }, (_, index) => index + 3_005)];
    const add = () => log.ids.push(...(rounds.shift() ?? []));
    // The first look finds nothing new; the requests come while it waits.
    setImmediate(add);
    for await (const requests of followRequests(log, { signal: stop.signal, pause: 1 })) {
      told.push(...requests.map(({ id }) => id));
      if (told.length < 4_504) add();
      else stop.abort();
    }
    expect(told.slice(0, 4)).toEqual([3_002, 3_003, 3_001, 3_004]);
    expect([...told].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 4_504 }, (_, index) => index + 3_001),
    );
  });

  it('shows what comes while it starts', async () => {
    const log = new Log();
    log.ids.push(1, 2);
    const list = log.list.bind(log);
    jest.spyOn(log, 'list').mockImplementationOnce((page) => {
      log.ids.push(3);
      return list(page);
    });
    const stop = new AbortController();
    for await (const requests of followRequests(log, { signal: stop.signal, pause: 1 })) {
      expect(requests).toEqual([{ id: 3 }]);
      stop.abort();
    }
    expect(log.ids).toEqual([1, 2, 3]);
  });

  it('ends at once on request', async () => {
    const stop = new AbortController();
    stop.abort();
    const log = new Log();
    for await (const requests of followRequests(log, stop)) expect(requests).toEqual([]);
    expect(log.looks).toBe(1);
  });
});
