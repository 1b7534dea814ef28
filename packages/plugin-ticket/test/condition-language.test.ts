import fc from 'fast-check';

import { parseCondition, type ConditionTree } from '../src/search/condition-language/parse-condition.js';

/** A tree on one line: terms in quotes with `*` between their parts. */
function show(tree: ConditionTree | undefined): string {
  if (tree === undefined) return 'no meaning';
  if (tree.kind === 'term') return `'${tree.parts.join('*')}'`;
  if (tree.kind === 'not') return `not ${show(tree.part)}`;
  return `(${tree.parts.map(show).join(` ${tree.kind} `)})`;
}

describe('the condition language', () => {
  it.each([
    ['printer on fire', "'printer on fire'"],
    ['*printer%fire', "'*printer*fire'"],
    ['a&&b', "('a' and 'b')"],
    ['a + b AND c', "('a' and 'b' and 'c')"],
    ['a || b OR c', "('a' or 'b' or 'c')"],
    ['and or not', "'and or not'"],
    ['AND', "'AND'"],
    ['!a', "not 'a'"],
    ['!!a', "'a'"],
    ['fire!', "'fire!'"],
    ['a && !(b || c*)', "('a' and not ('b' or 'c*'))"],
    ['((a))', "'a'"],
    ['a & b | c', "'a & b | c'"],
    [String.raw`\(a\) \&\& b`, "'(a) && b'"],
    [String.raw`a\b\*`, String.raw`'a\b\*'`],
    ['"a && b" || c', "('a && b' or 'c')"],
    ['say "hi" (', 'no meaning'],
    ['12" screen', "'12\" screen'"],
    ['"12 screen', "'\"12 screen'"],
    ['a && b || c', 'no meaning'],
    ['(a && b) || c', "(('a' and 'b') or 'c')"],
    ['(a', 'no meaning'],
    ['a)', 'no meaning'],
    ['a (b)', 'no meaning'],
    ['&& a', 'no meaning'],
    ['a ||', 'no meaning'],
    ['!', 'no meaning'],
    ['()', 'no meaning'],
    ['', 'no meaning'],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, 'no meaning'],
  ])('reads %s', (text, expected) => {
    expect(show(parseCondition(text))).toBe(expected);
  });

  it('never throws, whatever is typed', () => {
    const signs = fc.constantFrom(
      '(',
      ')',
      '&',
      '|',
      '&&',
      '||',
      '+',
      '!',
      '"',
      '\\',
      '*',
      '%',
      ' AND ',
      ' OR ',
      ' ',
      'a',
    );
    const soup = fc
      .array(fc.oneof(signs, fc.string({ unit: 'grapheme' })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(soup, (text) => {
        expect(() => parseCondition(text)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads deep nesting without a deep stack', () => {
    expect(parseCondition('('.repeat(100_000))).toBeUndefined();
    expect(show(parseCondition(`${'!'.repeat(100_000)}a`))).toBe("'a'");
  });
});
