import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { on, once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { ROOT } from './root.js';

/** Characters that are kept of a server's log. */
const LONGEST_LOG = 1_000_000;
const ROOT_PASSWORD = 'process-Passw0rd-1';

export interface ServerProcessOptions {
  /** YAML that overrides `config/gateway.yml`. */
  readonly configuration?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments after `serve`. */
  readonly words?: readonly string[];
  /** Another checkout of this repository, which has been built; default: this one. */
  readonly root?: string;
}

/** A server in its own process, as `npm start` runs it. */
export interface ServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** For example `http://127.0.0.1:43211`. */
  readonly url: string;
  /** Of root@localhost and api_agent, unless the database had one before. */
  readonly rootPassword: string;
  /** The end of what it logged so far. */
  log(): string;
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
  const { root = ROOT } = options;
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/.bin/ticketgate'), 'serve', ...(options.words ?? [])],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: '0',
        TICKETGATE_DATA: join(folder, 'data'),
        TICKETGATE_ROOT_PASSWORD: ROOT_PASSWORD,
        TICKETGATE_API_PASSWORD: ROOT_PASSWORD,
        TICKETGATE_CONFIG: `${join(root, 'config/gateway.yml')},${configuration}`,
        ...options.environment,
      },
    },
  );
  const log = keepLog(child.stderr);
  return { child, url: await readURL(child.stdout, log), rootPassword: ROOT_PASSWORD, log, stop: () => stop(child) };
}

/** Adds the log of the server to its errors. */
function keepLog(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-LONGEST_LOG)));
  return () => text;
}

/** The address is in the report of the start. */
async function readURL(output: Readable, log: () => string): Promise<string> {
  let text = '';
  for await (const [part] of on(output, 'data', { close: ['end'] })) {
    text += String(part);
    const url = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(text)?.[0];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error(`The server ended before it was ready: ${text}${log()}`);
}

async function stop(child: ServerProcess['child']): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
}
