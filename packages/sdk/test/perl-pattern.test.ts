import { compilePerlPattern, translatePerlPattern } from '@ticketgate/sdk';

const isMatch = (pattern: string, text: string) => compilePerlPattern(pattern)?.test(text);

describe('A Perl pattern', () => {
  it.each([
    ['.*', 'line\nline', true],
    ['State|Status', 'State of things', true],
    ['State|Status', 'my Status', true],
    ['State|Status', 'my State', false],
    ['My Key # the key', 'MyKey', true],
    ['My Key', 'My Key', false],
    ['My\\ Key', 'My Key', true],
    ['My[ ]Key', 'My Key', true],
    ['a\\#b', 'a#b', true],
    ['[]x]+', 'x]x', true],
    ['[^]x]', ']', false],
    ['[[:alpha:]]+', 'äbc', true],
    ['^b$', 'a\nb\nc', false],
    ['.*^b$.*', 'a\nb\nc', true],
    ['\\w+', 'Ünï_1', true],
    ['[\\w.-]+@[\\w.-]+', 'jane.doe@example.com', true],
    ['a{2}', 'aa', true],
    ['a{,2}', 'a{,2}', true],
    ['{x}', '{x}', true],
    ['\\d+', 'x1', false],
    ['DynamicField_\\Qa.b\\E', 'DynamicField_a.b', true],
    ['DynamicField_\\Qa.b\\E', 'DynamicField_axb', false],
    ['(?i)title', 'TITLE', true],
    ['(?ii)title', 'TITLE', true],
    ['TITLE', 'title', false],
    ['(a)\\1', 'aa', true],
    ['\\x{263A}', '☺', true],
    ['.', '😀', true],
    ['a\\/b', 'a/b', true],
    ['\\"x\\"', '"x"', true],
    ['', '', true],
    ['', 'x', false],
  ])('%j on %j gives %s', (pattern, text, expected) => {
    expect(isMatch(pattern, text)).toBe(expected);
  });

  it.each(['(', '[a', 'a++', '(?>a)', '(?<My-ID>x)', '*', '\\K', '(?R)'])('%j is not one', (pattern) => {
    expect(compilePerlPattern(pattern)).toBeUndefined();
  });

  it.each([
    ['^b$', 'a\nb\nc', false],
    ['(?m)^b$', 'a\nb\nc', true],
    ['a.c$', 'xa\nc', false],
    ['(?s)a.c$', 'xa\nc\n', true],
  ])('%j finds a part of %j: %s', (pattern, text, expected) => {
    expect(compilePerlPattern(pattern, 'part')?.test(text)).toBe(expected);
  });

  it('says why it is invalid', () => {
    expect(translatePerlPattern('(')).toEqual({ problem: 'Unterminated group' });
    expect(translatePerlPattern('a++')).toEqual({ problem: 'JavaScript has no possessive quantifier "++"' });
  });
});
