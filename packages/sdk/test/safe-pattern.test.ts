import { compileSafePattern } from '@ticketgate/sdk';
import fc from 'fast-check';

import { isProportional } from '../../../test/support/processor-time.js';
import { isHarmless } from '../src/patterns/safe-pattern.js';

const compile = (source: string, flags = 'su') => {
  const made = compileSafePattern(source, flags);
  return 'pattern' in made ? made.pattern : undefined;
};

const START = '(?<![\\s\\S])';
const END = '(?![\\s\\S])';

describe('A pattern of strangers', () => {
  it.each([
    '/Ticket/(?<TicketID>[^\\/]+)',
    '/A/(?<a>[^\\/]+)\\/b\\/(?<b>[^\\/]+)',
    'DynamicField_.*',
    '.*\\.csv',
    'State|Status|Title',
    '(?!DynamicField_).+',
    '(?:Ticket|Article)_(?:ID|Number)?',
    '(a)\\1',
    '.*(?:x|y).*',
  ])('%s runs on the engine of JavaScript', (source) => {
    expect(compile(`${START}${source}${END}`)).toBeInstanceOf(RegExp);
  });

  it.each([
    ['(a+)+b', 'a'],
    ['(?:a|a)*b', 'a'],
    ['(?:a?){30}a{30}b', 'a'],
    ['.*a.*a.*b', 'a'],
    ['a*a*a*b', 'a'],
    ['x|a*b', 'a'],
    ['/(?:(?<a>[^\\/]+)\\/)*x', '/a'],
    ['(?:[a-z]+\\s?)+\\.', 'a'],
    ['^(?:\\S+\\s*)+$\\n', 'a '],
    ['\\p{L}+[\\w\\W]*\\u{263A}', 'a'],
  ])('%s takes linear time', (source, part) => {
    const pattern = compile(`${START}${source}${END}`);
    expect(pattern).not.toBeInstanceOf(RegExp);
    expect(pattern?.test(part.repeat(5_000))).toBe(false);
    expect(isProportional((count) => pattern?.test(part.repeat(count)), 5_000, 5)).toBe(true);
  });

  it.each(['(a+)+(?!b)', '(a+)\\1+', '(?=a+)(a|b)+c', '(?:a|ab)+(?!x)c'])('%s is refused', (source) => {
    expect(compileSafePattern(source, 'su')).toEqual({ problem: expect.stringContaining('RE2') as string });
  });

  it('is refused with the reason of JavaScript when it is invalid', () => {
    expect(compileSafePattern('(', 'u')).toEqual({ problem: 'Unterminated group' });
  });

  it('has the same named groups on both engines', () => {
    const exec = (source: string) => ({ ...compile(`${START}${source}${END}`)?.exec('/a/12')?.groups });
    expect(exec('\\/(?<name>[^\\/]+)\\/(?<id>[^\\/]+)')).toEqual({ name: 'a', id: '12' });
    expect(exec('\\/(?<name>\\w+)\\/(?<id>\\d+)')).toEqual({ name: 'a', id: '12' });
  });

  it('gives the same answer on both engines', () => {
    const parts = [
      'a',
      'b',
      '.',
      '\\s',
      '[^a]',
      '[\\s\\S]',
      '(?:a|b)',
      '(?:ab)',
      '\\u{e9}',
      '\\p{L}',
      '[\\p{Nd}\\p{Pc}]',
    ];
    const piece = fc.tuple(fc.constantFrom(...parts), fc.constantFrom('', '*', '+', '?', '{2}'));
    const sources = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.flat().join(''));
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '_', ' ', '\n', '\u00a0'), maxLength: 8 });
    fc.assert(
      fc.property(sources, texts, (source, text) => {
        // Two empty repetitions change nothing but the engine.
        const linear = compile(`${START}(?:)*(?:)*(?:${source})${END}`);
        expect(linear).not.toBeInstanceOf(RegExp);
        expect([source, linear?.test(text)]).toEqual([source, new RegExp(`^(?:${source})$(?![^])`, 'su').test(text)]);
      }),
    );
  });

  it('is harmless only without a repetition inside of another', () => {
    expect(['a*', '^a*', '^a*b*', '^(a*)+', '^a*(?:b|c)'].map((source) => isHarmless(source, 's'))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});
