import fc from 'fast-check';

import { normalizeLineEndings } from '../src/articles/store/normalize-line-endings.js';

const regular = (text: string) => text.replaceAll(/\r\n?|\n\r/g, '\n');

it('every line ending becomes a line feed, in any text', async () => {
  const text = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'ü', '€', '😀') });
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      expect(await normalizeLineEndings(each)).toBe(regular(each));
    }),
  );
});

it.each([0, 1, 2])('line endings at the border of two steps are read like others: %i', async (offset) => {
  const text = `${'€'.repeat(99_998 + offset)}\r\n\r${'\n\r'.repeat(150_000)}a`;
  expect(await normalizeLineEndings(text)).toBe(regular(text));
});

it('lets other work run in between', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const lines = await normalizeLineEndings('\r\n'.repeat(10_000_000));
  clearInterval(counting);
  expect(lines).toHaveLength(10_000_000);
  expect(turns).toBeGreaterThan(1);
});
