import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMMAND = join(ROOT, 'packages/server/bin/ticketgate.js');
const ROOT_PASSWORD = 'process-Passw0rd-1';

export interface ServerProcessOptions {
  /** YAML laid over `config/gateway.yml`. */
  readonly configuration?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** After `serve`. */
  readonly words?: readonly string[];
}

/** A whole server in a process of its own: what `npm start` runs. */
export interface ServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** For example `http://127.0.0.1:43211`. */
  readonly url: string;
  /** Of root@localhost, unless its database had one before. */
  readonly rootPassword: string;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** A folder for data and configuration of server processes, which every user can enter. */
export function makeServerFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'ticketgate-process-'));
  chmodSync(path, 0o755);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Starts `ticketgate serve` on a free port, with its data in `folder`, and waits until it is ready. */
export async function startServerProcess(folder: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const configuration = join(folder, 'config.yml');
  writeFileSync(configuration, options.configuration ?? 'Settings: { CheckMXRecord: 0 }\n');
  const child = spawn(process.execPath, [COMMAND, 'serve', ...(options.words ?? [])], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      TICKETGATE_DATA: join(folder, 'data'),
      TICKETGATE_ROOT_PASSWORD: ROOT_PASSWORD,
      TICKETGATE_CONFIG: `${join(ROOT, 'config/gateway.yml')},${configuration}`,
      ...options.environment,
    },
  });
  return { child, url: await readURL(child.stdout), rootPassword: ROOT_PASSWORD, stop: () => stop(child) };
}

/** The address is in the report of the start. */
async function readURL(output: Readable): Promise<string> {
  let text = '';
  for await (const [part] of on(output, 'data', { close: ['end'] })) {
    text += String(part);
    const url = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(text)?.[0];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error(`The server ended before it was ready: ${text}`);
}

async function stop(child: ServerProcess['child']): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
}
