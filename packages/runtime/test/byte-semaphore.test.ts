import { limitBytes } from '../src/invokers/byte-semaphore.js';

describe('a semaphore for bytes', () => {
  it('admits callers while there are bytes, and the others in their order after a release', async () => {
    const semaphore = limitBytes(10);
    const inside: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const taken = await semaphore.acquire(bytes);
      inside.push(name);
      return taken;
    };
    const first = await enter('first', 6);
    const large = enter('large', 100);
    const small = enter('small', 1);
    await Promise.resolve();
    expect(inside).toEqual(['first']);
    semaphore.release(first);
    expect(await large).toBe(10);
    expect(inside).toEqual(['first', 'large']);
    semaphore.release(10);
    expect(await small).toBe(1);
  });

  it('gives no owner more than its share, and others do not wait for it', async () => {
    const semaphore = limitBytes(10, 5);
    await semaphore.acquire(5, { owner: 'hostile' });
    const second = semaphore.acquire(1, { owner: 'hostile' });
    expect(await semaphore.acquire(9, { owner: 'healthy' })).toBe(5);
    semaphore.release(5, 'healthy');
    semaphore.release(5, 'hostile');
    expect(await second).toBe(1);
  });

  it('lets callers leave, and those behind them take their turn', async () => {
    const semaphore = limitBytes(10);
    await semaphore.acquire(6);
    const leaving = new AbortController();
    const large = semaphore.acquire(8, { signal: leaving.signal });
    const small = semaphore.acquire(4);
    leaving.abort(new Error('over'));
    await expect(large).rejects.toThrow('over');
    expect(await small).toBe(4);
    await expect(semaphore.acquire(1, { signal: leaving.signal })).rejects.toThrow('over');
  });
});
