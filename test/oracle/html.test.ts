import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { textOfHtml } from '../../packages/plugin-ticket/src/articles/store/text-of-html.js';

const RECORDED = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle', 'html', 'bodies.jsonl');
const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded HTML bodies (../shared/oracle/html) are not here\n');

interface RecordedBody {
  readonly id: string;
  readonly html: string;
  readonly text: string;
}

describe('the recorded HTML bodies of an OTOBO 11 and a Znuny 6.5', () => {
  (isThere ? it : it.skip)('become the same text', () => {
    const bodies = readFileSync(RECORDED, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedBody);
    const others = bodies.filter(({ html, text }) => textOfHtml(html, { width: 78, keepsWords: false }) !== text);
    expect(bodies.length).toBeGreaterThan(200);
    expect(others.map(({ id }) => id)).toEqual([]);
  });
});
