import { ByteSemaphore } from '../src/requester/byte-semaphore.js';

describe('a semaphore for bytes', () => {
  it('admits callers while there are bytes, and the others in their order after a release', async () => {
    const semaphore = new ByteSemaphore(10);
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
});
