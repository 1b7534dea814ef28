import { parse, parseDocument } from 'yaml';

import { changeText } from '../src/screens/services/change-text.js';

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
  return changeText({ text, document: parseDocument(text) }, path, value);
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
});
