import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type PeerName = 'express' | 'node';

/** A bare peer in a process of its own. */
export interface Peer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPeer(name: PeerName, databaseURL: string): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}-peer.js`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseURL },
  });
  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (!(first instanceof Buffer)) throw new Error(`The bare peer "${name}" ended before it listened.`);
  return {
    url: first.toString('utf8').trim(),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
