import { ByteRoom } from '../src/requester/byte-room.js';

describe('a room for bytes', () => {
  it('lets those in for whom there is room, and others in their order once somebody leaves', async () => {
    const room = new ByteRoom(10);
    const inside: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const taken = await room.enter(bytes);
      inside.push(name);
      return taken;
    };
    const first = await enter('first', 6);
    const large = enter('large', 100);
    const small = enter('small', 1);
    await Promise.resolve();
    expect(inside).toEqual(['first']);
    room.leave(first);
    expect(await large).toBe(10);
    expect(inside).toEqual(['first', 'large']);
    room.leave(10);
    expect(await small).toBe(1);
  });
});
