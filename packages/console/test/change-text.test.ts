import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';

import { withMember, type Path } from '../src/components/schema.js';

import { putMembers, editText } from '../src/screens/services/change-text.js';

const TEXT = `Name: Shop # kept
List:
  - Event: One # first
    Template: |
      <a/>
      <b/>
  - Event: Two
Last: '1'
`;

function changed(path: readonly (string | number)[], value: unknown, text = TEXT): string {
  return editText(text, [[path, value]]);
}

describe('a definition that a form changes', () => {
  it('keeps all but the value', () => {
    expect(changed(['Name'], 'a: b')).toBe(TEXT.replace('Name: Shop', "Name: 'a: b'"));
  });

  it('keeps texts of several lines as blocks', () => {
    const text = changed(['List', 0, 'Template'], '<c/>\n\n  <d/>\n');
    expect(text).toBe(TEXT.replace('      <a/>\n      <b/>\n', '      <c/>\n\n        <d/>\n'));
  });

  it.each(['<c/>\n<d/>', '  <c/>\n<d/>\n', '<c/>\n<d/>\n\n', '<c/>', '', 'a\r\nb\n'])(
    'reads %j as it was written',
    (value) => {
      for (const path of [['List', 0, 'Template'], ['List', 1, 'Event'], ['Last']]) {
        const text = changed(path, value);
        expect(parseDocument(text).getIn(path)).toBe(value);
        expect(parseDocument(text).getIn(['List', 1, 'Event'])).toBe(path[1] === 1 ? value : 'Two');
      }
    },
  );

  it('adds and removes entries of lists, and keeps comments', () => {
    const added = changed(['List', 1, 'Asynchronous'], '1');
    expect(added).toContain('# first');
    expect((parse(changed(['List', 0], undefined, added)) as { List: unknown }).List).toEqual([
      { Event: 'Two', Asynchronous: '1' },
    ]);
  });

  it.each([
    [['Methods'], ['GET', 'POST'], 'Methods: [GET, POST] # as asked'],
    [['Methods', 0], undefined, 'Methods: [] # as asked'],
    [['Methods', 1], 'POST', 'Methods: [GET, POST] # as asked'],
    [['Empty', 'Key'], 'x', 'Empty:\n  # nothing yet\n  Key: x'],
    [['Empty', 'Deep', 'Key'], 'x', 'Empty:\n  # nothing yet\n  Deep:\n    Key: x'],
    [['Deep', 'Deeper', 'Key'], 'x', 'Deep:\n  Here: 1\n  Deeper:\n    Key: x'],
    [['Deep', 'Here'], undefined, 'Deep: {}'],
    [['List', 0, 'Event'], undefined, 'List:\n  - Name: A # a'],
    [['List', 1], undefined, 'List:\n  - Event: One\n    Name: A # a\n# about what follows'],
    [['Open', 0, 'Event'], 'x', 'Open:\n  # filled in later\n  - Event: x'],
    [['Absent', 'Key'], 'x', 'Last: "1"\nAbsent:\n  Key: x'],
  ] as const)('changes only the lines of %j', (path, value, lines) => {
    const text = [
      '# Of the shop',
      'Methods: [GET] # as asked',
      'Empty: {} # nothing yet',
      'Deep:',
      '  Here: 1',
      'List:',
      '  - Event: One',
      '    Name: A # a',
      '# about what follows',
      '  - Event: "Two"',
      'Open:',
      '  - {} # filled in later',
      'Last: "1"',
      '',
    ].join('\n');
    const next = changed(path, value, text);
    expect(next).toContain(`\n${lines}\n`);
    expect(differing(text, next).length).toBeLessThanOrEqual(lines.split('\n').length);
    expect(next).toContain('# about what follows');
  });

  it('leaves all other lines as they are, whatever they look like', () => {
    const before =
      "# of ours\n\n\nOne:   1    # here\nDeep:\n    Four:  'x'\n    List: [ a,b ]\nLong: >\n    folded\n    text\n\n\n";
    const after = '"Quoted": "x"\nRows:\n- a\n-   b\nFlow: {a: 1,\n  b: 2}\n';
    expect(changed(['Two'], '2', `${before}Two: 1\n${after}`)).toBe(`${before}Two: '2'\n${after}`);
    expect(changed(['Two'], undefined, `${before}Two: 1\n${after}`)).toBe(before + after);
    expect(changed(['Deep', 'Four'], 'y', before + after)).toBe(before.replace("Four:  'x'", 'Four: y') + after);
  });

  it('gives a key another name in its place', () => {
    expect(editText(TEXT, [{ path: ['Name'], name: 'Title' }])).toBe(TEXT.replace('Name:', 'Title:'));
  });

  it.each(definitions())('changes one place of %s, and no other', (_name, text) => {
    for (const path of collectionsOf(parse(text))) {
      const at = valueAt(parse(text), path);
      const name = Array.isArray(at) ? at.length : 'Added';
      const added = changed([...path, name], 'x', text);
      expect(parse(added)).toEqual(withMember(parse(text), [...path, name], 'x'));
      expect(differing(text, added).length).toBeLessThanOrEqual(1);
      expect(differing(added, text).length).toBeLessThanOrEqual(1);
      for (const member of Object.keys(at as object)) {
        const key = Array.isArray(at) ? Number(member) : member;
        const removed = changed([...path, key], undefined, text);
        expect(valueAt(parse(removed), [...path, key])).toEqual(
          Array.isArray(at) ? (at[Number(key) + 1] as unknown) : undefined,
        );
        expect(differing(text, removed).length).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('a map of a definition that tables change', () => {
  const MAP = `Config:
  Exact: # by number
    1: low # least
    '2': high
  Other: { a: b, true: c }
  Values:
    State:
      Exact: { 1: new }
Last: 1
`;
  const MAPS = {
    Exact: { '1': 'low', '2': 'high' },
    Other: { a: 'b', true: 'c' },
    Values: { State: { Exact: { '1': 'new' } } },
  };

  it.each([
    [{ Exact: { '1': 'least', '2': 'high' } }, '1: low', '1: least'],
    [{ Exact: { '1': 'low', '02': 'high' } }, "'2': high", "'02': high"],
    [{ Exact: { '0': 'none', '2': 'high' } }, '1: low', "'0': none"],
    [{ Exact: { '1': 'low', '2': 'high', '3': 'x' } }, "'2': high\n", "'2': high\n    '3': x\n"],
    [{ Exact: { '2': 'high' } }, '    1: low # least\n', ''],
    [{ Exact: undefined }, "  Exact: # by number\n    1: low # least\n    '2': high\n", ''],
    [{ Other: { 'a, b': 'b', true: 'c' } }, 'a: b', "'a, b': b"],
    [{ Other: { a: 'b\nc', true: 'c' } }, 'a: b', String.raw`a: "b\nc"`],
    [{ Other: { a: 'x, y', true: 'c' } }, 'a: b', "a: 'x, y'"],
    [{ Values: { Stat: { Exact: { '1': 'new' } } } }, 'State:', 'Stat:'],
    [{}, 'a: b', 'a: b'],
  ])('has %j, and everything else as it was', (change, old, lines) => {
    expect(putMembers(MAP, ['Config'], { ...MAPS, ...change })).toBe(MAP.replace(old, lines));
  });

  it('gets lines of its own where there was none', () => {
    const wanted = { Type: 'Simple', Config: { Exact: { a: 'b' } } };
    const lines = '  Mapping:\n    Type: Simple\n    Config:\n      Exact:\n        a: b\n';
    expect(putMembers('Operation:\n  Type: x\n', ['Operation', 'Mapping'], wanted)).toBe(
      `Operation:\n  Type: x\n${lines}`,
    );
    for (const none of ['{}', '~', "''"]) {
      expect(putMembers(`Operation:\n  Mapping: ${none}\n`, ['Operation', 'Mapping'], wanted)).toBe(
        `Operation:\n${lines}`,
      );
    }
  });
});

/** The lines of a text between those that another one begins and ends with, too. */
function differing(before: string, after: string): readonly string[] {
  const [old, lines] = [before.split('\n'), after.split('\n')];
  const same = (at: number) => lines.at(at) !== undefined && old.at(at) === lines.at(at);
  let start = 0;
  while (start < Math.min(old.length, lines.length) && same(start)) start += 1;
  let end = 0;
  while (end < Math.min(old.length, lines.length) - start && same(-1 - end)) end += 1;
  return lines.slice(start, lines.length - end);
}

/** Those that are shipped, and those of the tests of the checker that can be read. */
function definitions(): readonly (readonly [name: string, text: string])[] {
  const root = join(import.meta.dirname, '..', '..', '..');
  const folders = [join(root, 'config', 'webservices'), join(root, 'test', 'fixtures', 'definitions', 'invalid')];
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  return files
    .filter((file) => file.endsWith('.yml'))
    .map((file) => [file.slice(root.length), readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => parseDocument(text).errors.length === 0 && typeof parseDocument(text).toJS() === 'object');
}

/** The paths of all lists and objects that have members. */
function collectionsOf(value: unknown, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  const inner = entries.flatMap(([key, each]) =>
    collectionsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return entries.length === 0 ? inner : [path, ...inner];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}
