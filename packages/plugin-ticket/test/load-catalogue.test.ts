import { readConfigs } from '../src/catalogue/load-catalogue.js';

const selection = (count: number) =>
  `---\nPossibleValues:\n${Array.from({ length: count }, (_, key) => `  key${key}: Value ${key}`).join('\n')}\n`;

describe('configurations of dynamic fields', () => {
  it('are read in linear time, and not again while their text is the same', async () => {
    const text = selection(30_000);
    const known = await readConfigs([text], new Map());
    expect(Object.keys(known.get(text)?.PossibleValues as object)).toHaveLength(30_000);
    const again = await readConfigs([text, 'A: b'], known);
    expect(again.get(text)).toBe(known.get(text));
    expect([...again.keys()]).toEqual([text, 'A: b']);
  });

  it('have the last one of equal keys, and nothing where they are no YAML', async () => {
    const read = await readConfigs(['A: b\nA: c', 'A: [', '- a'], new Map());
    expect([...read.values()]).toEqual([{ A: 'c' }, {}, {}]);
  });
});
