import { ShortCache } from '../src/short-cache.js';

const START = Date.parse('2026-11-22T10:00:00Z');

describe('ShortMemory', () => {
  let now: number;
  let questions: string[];
  let memory: ShortCache<string>;

  const ask = (key: string, answer = 'yes') =>
    memory.getOrLoad(key, async () => {
      questions.push(key);
      return answer;
    });

  beforeEach(() => {
    now = START;
    questions = [];
    memory = new ShortCache({ maxAge: 1_000, bytes: 10_000, now: () => new Date(now) });
  });

  it('asks once for all concurrent callers, and again when the answer has expired', async () => {
    expect(await Promise.all([ask('anna'), ask('anna')])).toEqual(['yes', 'yes']);
    now = START + 999;
    await ask('anna');
    expect(questions).toEqual(['anna']);
    now = START + 1_001;
    await ask('anna');
    expect(questions).toEqual(['anna', 'anna']);
  });

  it('does not remember a question that could not be answered', async () => {
    const failing = memory.getOrLoad('anna', () => Promise.reject(new Error('not now')));
    await expect(failing).rejects.toThrow('not now');
    await ask('anna');
    expect(questions).toEqual(['anna']);
  });

  it.each([
    ['keys', (index: number) => [`${'x'.repeat(1_000)}${index}`, 'yes']],
    ['answers', (index: number) => [`key ${index}`, 'x'.repeat(1_000)]],
  ])('keeps no more bytes of %s than allowed, the latest ones', async (_what, entry) => {
    for (let index = 0; index < 100; index += 1) await ask(...(entry(index) as [string, string]));
    questions = [];
    for (const index of [99, 98, 97, 0]) await ask(...(entry(index) as [string, string]));
    expect(questions).toEqual([entry(0)[0]]);
  });
});
