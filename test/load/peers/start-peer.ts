import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const NAMES = { express: 'bare Express', node: 'bare node' } as const;

/** A bare peer in a process of its own. */
export interface Peer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startPeer(kind: keyof typeof NAMES, databaseURL: string): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${kind}-peer.js`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseURL },
  });
  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (!(first instanceof Buffer)) throw new Error(`The bare peer "${kind}" ended before it listened.`);
  return {
    name: NAMES[kind],
    url: first.toString('utf8').trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
