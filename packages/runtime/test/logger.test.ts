import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Logger } from '@ticketgate/sdk';

import { createLogger } from '../src/logging/create-logger.js';

async function linesOf(format: 'json' | 'pretty', write: (logger: Logger) => void): Promise<string> {
  const stream = new PassThrough();
  write(createLogger({ level: 'info', format, stream }));
  stream.end();
  return text(stream);
}

describe('the log', () => {
  it('writes JSON lines that carry the fields of their child logger', async () => {
    const lines = await linesOf('json', (logger) => {
      logger.child({ requestId: 'abc' }).info('done', { message: 'a field', count: 2 });
      logger.debug('too much detail');
    });
    const { timestamp, ...line } = JSON.parse(lines) as Record<string, unknown>;
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(line).toEqual({ level: 'info', message: 'done', requestId: 'abc', text: 'a field', count: 2 });
  });

  it('never writes fields named like secrets, or the password of a URL', async () => {
    const lines = await linesOf('json', (logger) => {
      const nested = { headers: { Authorization: 'top-secret', cookie: 'top-secret' } };
      const error = new Error('cannot reach postgres://me:top-secret@host/db', { cause: new Error('top-secret-not') });
      logger.info('at https://host/feed?user=me&password=top-secret and postgres://me:top-secret@host/db', {
        UserPassword: 'top-secret',
        SessionID: 'top-secret',
        nested,
      });
      logger.error('failed', { error: new Error(error.message) });
    });
    expect(lines).not.toContain('top-secret');
    expect(lines).toContain('https://host/feed?user=me&password=******* and postgres://me:*******@host/db');
  });

  it('says which statement failed, and where in it, without its values', async () => {
    const cause = Object.assign(new Error('syntax error'), {
      code: '42601',
      position: '8',
      statement: 'select $1 x y',
      detail: 'open sesame',
    });
    const lines = await linesOf('json', (logger) => {
      logger.error('failed', { error: new Error('It failed.', { cause }) });
    });
    expect(lines).toContain('"message":"syntax error","code":"42601","position":"8","statement":"select $1 x y"');
    expect(lines).not.toContain('sesame');
  });

  it('lets nothing from outside move the cursor of a terminal', async () => {
    const lines = await linesOf('pretty', (logger) => {
      logger.warn('unknown', { service: '\u001b[2J\nFAKE', path: '\u009b2J' });
      logger.warn('refused \u001b[2J', { error: new Error('by \u001b[2J') });
    });
    expect(lines).toContain('unknown  service="\\u001b[2J\\nFAKE"  path="\\u009b2J"\n');
    expect(lines).toContain('refused \\u001b[2J  error=\nError: by \\u001b[2J\n');
  });

  it('writes readable lines with the stack of an error below', async () => {
    const lines = await linesOf('pretty', (logger) => {
      logger.warn('failed', { service: 'A B', error: new Error('why') });
    });
    expect(lines).toMatch(/^\d\d:\d\d:\d\d .*warn .* failed {2}service="A B" {2}error=\nError: why\n {4}at /);
  });
});
