import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lockFolder } from '../src/embedded/folder-lock.js';

describe('the lock of a data folder', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-lock-'));
    file = join(folder, 'ticketgate.lock');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses a folder that a running process uses, until that process releases it', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by the running process ${process.pid}`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a process that is gone', '{"pid":4194304,"startTime":"1"}'],
    ['an earlier process with the number of a running one', `{"pid":${process.pid},"startTime":"1"}`],
    ['nobody, being empty', ''],
  ])('takes over the lock of %s', (_whose, text) => {
    writeFileSync(file, text);
    const unlock = lockFolder(folder);
    expect(readdirSync(folder)).toEqual(['ticketgate.lock']);
    unlock();
    expect(existsSync(file)).toBe(false);
  });

  it('does not release a lock that has changed hands', () => {
    const unlock = lockFolder(folder);
    writeFileSync(file, '{"pid":1,"startTime":"1"}');
    unlock();
    expect(existsSync(file)).toBe(true);
  });
});
