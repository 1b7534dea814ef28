import fc from 'fast-check';

import { unixLines } from '../src/articles/store/unix-lines.js';

const regular = (text: string) => text.replaceAll(/\r\n?|\n\r/g, '\n');

it('every end of a line becomes a line feed, whatever the text is', async () => {
  const text = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'ü', '€', '😀') });
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      expect(await unixLines(each)).toBe(regular(each));
    }),
  );
});

it.each([0, 1, 2])(
  'ends of lines where one step ends and the next begins are read as elsewhere: %i',
  async (offset) => {
    const text = `${'€'.repeat(99_998 + offset)}\r\n\r${'\n\r'.repeat(150_000)}a`;
    expect(await unixLines(text)).toBe(regular(text));
  },
);

it('lets others have their turn', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const lines = await unixLines('\r\n'.repeat(10_000_000));
  clearInterval(counting);
  expect(lines).toHaveLength(10_000_000);
  expect(turns).toBeGreaterThan(1);
});
