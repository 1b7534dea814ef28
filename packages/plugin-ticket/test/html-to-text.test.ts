import { setImmediate as nextTurn } from 'node:timers/promises';

import { htmlToText } from '../src/articles/store/html-to-text.js';

function toText(html: string, seconds = 60): Promise<string | undefined> {
  return htmlToText({ html, width: 78, keepsWords: false }, seconds);
}

describe('HTML', () => {
  it.each([
    ['paragraphs', '<p>Ink</p>\n<p>dry</p>', '\nInk\n\ndry\n\n'],
    ['tags that begin like a paragraph or a row', 'a<progress>b<track>c<pnut>d', 'a\n\nb\n\nc\n\nd'],
    ['breaks, and line feeds of the source', '<div>a<br />\nb\r\nc</div>d', 'a\nb c\nd'],
    ['lists', '<ol><li>a<li class="x">b</ol>c', '\n - ab\n\nc'],
    ['cells and rows', '<table><tr><th>a</th><td>b</td></tr></table>', '\nab \n\n'],
    ['styles and comments', 'a<style>p {}</style><style/>b<!-- <p> -->c<style>d', 'abcd'],
    ['code', 'a<pre class="x"> b  c\n</pre>d<CODE>e</CODE>', 'a\n\n b  c\n\nd\n\ne\n\n'],
    ['quotations', '<blockquote>a<br>b</blockquote><div class="x" type="cite">c</div>d', '> a\n> b\n> c\nd'],
    ['quotations within others', '<div type="cite"><blockquote>a<br>b</blockquote></div>', '> > a\n> > b\n\n'],
    ['quotations that do not end', '<blockquote>a<div type="cite">b', 'ab'],
    [
      'entities, each once',
      '&amp;lt; &#38;lt; &euro &Auml;&auml; &#x41 &nope; &#xD800; &#xFDD0;',
      '&lt; < € Ää A &nope; &#xD800; &#xFDD0;',
    ],
    ['entities of white space', 'a&nbsp;<br>&nbsp;<br>&emsp;<br>b', 'a\u00a0\n\nb'],
    ['signs that look like tags', 'a < b and c > d <e@f.example>', 'a  d '],
  ])('is read with %s', async (...[, html, text]) => {
    expect(await toText(html)).toBe(text);
  });

  it('has the addresses of its links below the text', async () => {
    const links =
      '<a\nclass="b" href="https://x.example/?a=1&amp;b=2">one</a> <A HREF=\'#top\'>two</A> <a name="b">three</a>';
    expect(await toText(`<p>${links} <a href=https://x.example>four</a></p>`)).toBe(
      '\n[1]one [2]two three four\n\n\n\n[1] https://x.example/?a=1&amp;b=2\n[2] #top\n',
    );
  });

  it('keeps words in brackets that are no tags, if told to', async () => {
    const html = '<p>1 < 2 and 3 > 2, <peter@a.example> <b>wrote</b></p>';
    expect(await htmlToText({ html, width: 78, keepsWords: true }, 60)).toBe(
      '\n1 < 2 and 3 > 2, <peter@a.example> wrote\n\n',
    );
  });

  it.each([
    ['at white space', 'ink paper pen', 'ink paper\npen'],
    ['unless they fit', 'ink pen', 'ink pen'],
    ['but not within words', 'inks 0123456789abc pen', 'inks\n0123456789abc\npen'],
    ['but not behind very short ones', 'ink 0123456789abc', 'ink 0123456789abc\n'],
    ['with characters beyond the first 65,536', '🖋🖋🖋🖋 🖋🖋🖋🖋 ink', '🖋🖋🖋🖋 🖋🖋🖋🖋\nink'],
    ['with an end for the last one', 'ink paper paper', 'ink paper\npaper\n'],
  ])('is broken into lines %s', async (...[, html, text]) => {
    expect(await htmlToText({ html, width: 10, keepsWords: false }, 60)).toBe(text);
  });

  it.each([
    ['tags without an end', '<p'.repeat(500_000)],
    ['elements without an end', '<blockquote><pre><!--<style>'.repeat(100_000)],
    ['divisions', '<div type="cite">'.repeat(100_000)],
    ['links without an end', '<a href="'.repeat(200_000)],
    ['white space', ' \n'.repeat(1_000_000)],
    ['empty lines', '<br>&nbsp;'.repeat(200_000)],
    ['quotations', '<blockquote>a</blockquote>'.repeat(50_000)],
    ['long words', 'x'.repeat(2_000_000)],
  ])('takes time in proportion to its length with many %s', async (...[, html]) => {
    expect(await toText(html, 10)).toBeDefined();
  });

  it('that is large is read like small HTML', async () => {
    const part = '<p>Ink <b>blue</b></p><ul><li>dry</li></ul>';
    expect(await toText(part)).toBe('\nInk blue\n\n - dry\n\n');
    expect(await toText(part.repeat(3_000))).toBe(`\n${'Ink blue\n\n - dry\n\n'.repeat(3_000)}`);
  });

  it('that is large does not block other work', async () => {
    const state = { isRead: false };
    const reading = toText('<p>Ink</p>'.repeat(100_000)).finally(() => (state.isRead = true));
    let turns = 0;
    for (; !state.isRead; turns += 1) await nextTurn();
    expect((await reading)?.length).toBeGreaterThan(400_000);
    expect(turns).toBeGreaterThan(100);
  });

  it('that takes too long is abandoned', async () => {
    expect(await toText('<p>Ink</p>'.repeat(20_000), 0.001)).toBeUndefined();
  });

  it('is refused while too much of it waits to be read', async () => {
    const html = '<p>Ink</p>'.repeat(20_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 13 }, () => toText(html)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'Ticket.HtmlBusy', reason: 'Unavailable' } }]);
  });
});
