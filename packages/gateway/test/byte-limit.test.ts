import { ByteLimit } from '../src/byte-limit.js';

describe('a limit on bytes', () => {
  it('refuses what has no room beside others, in total and for its owner, but nothing that is alone', () => {
    const limit = new ByteLimit({ total: 10, perOwner: 6 });
    const one = limit.open('one');
    expect([one.reserve(5), one.reserve(50), one.held()]).toEqual([true, true, 55]);
    one.release();
    expect(one.reserve(1)).toBe(false);
    const [first, neighbour, other] = [limit.open('one'), limit.open('one'), limit.open('other')];
    expect([first.reserve(5), neighbour.reserve(2), neighbour.reserve(1)]).toEqual([true, false, true]);
    expect([other.reserve(5), other.reserve(4)]).toEqual([false, true]);
    first.release();
    expect([other.canReserve(6), other.canReserve(5)]).toEqual([false, true]);
  });

  it('lets others wait, and admits them in their order after a release', async () => {
    const limit = new ByteLimit({ total: 10, perOwner: 10 });
    const inside: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const reservation = limit.open('');
      await reservation.wait(bytes);
      inside.push(name);
      return reservation;
    };
    const first = await enter('first', 6);
    const large = enter('large', 100);
    const small = enter('small', 1);
    await new Promise(setImmediate);
    expect(inside).toEqual(['first']);
    first.release();
    const entered = await large;
    await new Promise(setImmediate);
    expect(inside).toEqual(['first', 'large']);
    entered.release();
    expect((await small).held()).toBe(1);
  });

  it('gives no owner more than its share, and others do not wait for it', async () => {
    const limit = new ByteLimit({ total: 10, perOwner: 5 });
    const first = limit.open('hostile');
    await first.wait(5);
    const second = limit.open('hostile');
    const waiting = second.wait(1);
    await limit.open('healthy').wait(5);
    await new Promise(setImmediate);
    expect(second.held()).toBe(0);
    first.release();
    await waiting;
    expect(second.held()).toBe(1);
  });

  it('lets those that wait leave, and those behind them take their turn', async () => {
    const limit = new ByteLimit({ total: 10, perOwner: 10 });
    await limit.open('').wait(6);
    const leaving = new AbortController();
    const large = limit.open('').wait(8, leaving.signal);
    const small = limit.open('');
    const behind = small.wait(4);
    leaving.abort(new Error('over'));
    await expect(large).rejects.toThrow('over');
    await behind;
    expect(small.held()).toBe(4);
    await expect(limit.open('').wait(1, leaving.signal)).rejects.toThrow('over');
  });

  it('holds nothing for a reservation that is released while it waits', async () => {
    const limit = new ByteLimit({ total: 10, perOwner: 10 });
    const [first, given, next] = [limit.open(''), limit.open(''), limit.open('')];
    await first.wait(10);
    const waiting = given.wait(10);
    const behind = next.wait(10);
    given.release();
    first.release();
    await Promise.all([waiting, behind]);
    expect([given.held(), next.held()]).toEqual([0, 10]);
  });
});
