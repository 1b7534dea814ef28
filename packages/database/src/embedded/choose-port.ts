import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort, isFree } from './free-port.js';

/** The port of the last start if it is free, so that a URL stays valid over restarts; otherwise any free one. */
export async function choosePort(folder: string): Promise<number> {
  const file = join(folder, 'postgresql.port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = isPort(kept) && (await isFree(kept)) ? kept : await freePort();
  if (port !== kept) writeFileSync(file, String(port));
  return port;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 65_536;
}
