import { setImmediate as nextTurn } from 'node:timers/promises';

import { htmlToText } from '../src/articles/store/html-to-text.js';

describe('HTML', () => {
  it('that is large is read like small HTML', async () => {
    const part = '<p>Ink <b>blue</b></p><ul><li>dry</li></ul>';
    expect(await htmlToText(part, 5)).toBe('\nInk blue\n\n - dry\n\n');
    const large = await htmlToText(part.repeat(1_000), 5);
    expect(large).toBe(`\n${'Ink blue\n\n - dry\n\n'.repeat(1_000)}`);
  });

  it('keeps the addresses of links below the text, and cells of tables apart', async () => {
    const html =
      '<p>Reset it <a href="https://x.example.org/?a=1&amp;b=2">here</a></p>' +
      '<table><tr><th>Host</th><td>web1</td></tr><tr><td>Disk</td><td><p>full</p></td></tr></table>' +
      '<p><a href="#top">Up</a> <a name="end">end</a> <a href="mailto:help@example.org">or write</a></p>';
    const text = await htmlToText(html, 5);
    expect(text).toContain('\nReset it [1]here\n\nHost web1\nDisk\nfull');
    expect(text).toContain('\nUp end [2]or write\n\n[1] https://x.example.org/?a=1&b=2\n[2] mailto:help@example.org\n');
    expect(await htmlToText('<a href="https://x.example.org/">here</a>', 5)).toBe(
      '[1]here\n\n[1] https://x.example.org/',
    );
  });

  it('that is large does not block other work', async () => {
    await htmlToText('<p>', 5);
    const state = { isRead: false };
    const reading = htmlToText('<p>Ink</p>'.repeat(20_000), 60).finally(() => (state.isRead = true));
    let turns = 0;
    for (; !state.isRead; turns += 1) await nextTurn();
    expect((await reading)?.length).toBeGreaterThan(80_000);
    expect(turns).toBeGreaterThan(100);
  });

  it('whose text is far longer than the HTML is abandoned', async () => {
    expect(await htmlToText('<blockquote>'.repeat(450) + '<p>Ink</p>'.repeat(500), 60)).toBeUndefined();
  });

  it('that takes too long is abandoned', async () => {
    expect(await htmlToText('<p>Ink</p>'.repeat(20_000), 0.001)).toBeUndefined();
  });

  it('is refused while too much of it waits to be read', async () => {
    const html = '<p>Ink</p>'.repeat(3_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 13 }, () => htmlToText(html, 60)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'Ticket.HtmlBusy', reason: 'Unavailable' } }]);
  });

  it('is read to its end, however long it is', async () => {
    const text = await htmlToText(`<p>${'ink '.repeat(4_250_000)}end</p>`, 60);
    expect(text?.trimEnd().endsWith(' end')).toBe(true);
  });
});
