import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The port of the last start if it is free, so that a URL stays valid over restarts; otherwise any free one. */
export async function choosePort(folder: string): Promise<number> {
  const file = join(folder, 'postgresql.port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = isPort(kept) && (await isFree(kept)) ? kept : await anyFreePort();
  if (port !== kept) writeFileSync(file, String(port));
  return port;
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 65_536;
}

async function isFree(port: number): Promise<boolean> {
  return (await bind(port).catch(() => undefined)) === port;
}

function anyFreePort(): Promise<number> {
  return bind(0);
}

/** Binds and lets go again; 0 asks for any port. */
function bind(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
