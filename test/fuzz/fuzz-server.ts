import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeServerFolder } from '../support/index.js';

import { PASSWORD } from './credentials.js';
import { ROOT } from '../support/root.js';

/** Wrong passwords among the requests must not lock the right ones out, nor take all of the time. */
const CONFIGURATION = `Settings: { CheckMXRecord: 0, 'AuthModule::DB::bcryptCost': 9 }
log: { format: json, level: warn }
login: { maxFailures: 1000000000, maxFailuresPerAddress: 1000000000, maxFailuresPerNetwork: 1000000000 }
`;
/** Lines of the log that are kept. */
const KEPT = 500;
const LOG_MILLISECONDS = 2000;

/** The server that is attacked, in a process of its own. */
export class FuzzServer {
  readonly base: URL;
  readonly #child: ChildProcess;
  readonly #log: string[];
  readonly #removeFolder: () => void;

  private constructor(child: ChildProcess, { base, log, remove }: { base: URL; log: string[]; remove: () => void }) {
    this.#child = child;
    this.base = base;
    this.#log = log;
    this.#removeFolder = remove;
  }

  /** With the services that are shipped, on a database of its own unless the environment names one. */
  static async start(
    environment: Readonly<Record<string, string>> = {},
    configuration = CONFIGURATION,
  ): Promise<FuzzServer> {
    const folder = makeServerFolder();
    const file = join(folder.path, 'fuzz.yml');
    writeFileSync(file, configuration);
    const child = spawn(process.execPath, [join(ROOT, 'packages/ticketgate/bin/ticketgate.js'), 'serve'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: '0',
        TICKETGATE_DATA: join(folder.path, 'data'),
        TICKETGATE_ROOT_PASSWORD: PASSWORD,
        TICKETGATE_API_PASSWORD: PASSWORD,
        TICKETGATE_CONFIG: `${join(ROOT, 'config/gateway.yml')},${file}`,
        ...environment,
      },
    });
    const log: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      log.push(...part.split('\n').filter(Boolean));
      if (log.length > KEPT) log.splice(0, log.length - KEPT);
    });
    const remove = () => {
      folder.remove();
    };
    return new FuzzServer(child, { base: await readAddress(child, log), log, remove });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The line of the log that has a text. It may come after the answer. */
  async waitForLog(text: string): Promise<string | undefined> {
    const end = Date.now() + LOG_MILLISECONDS;
    for (;;) {
      const found = this.#log.findLast((line) => line.includes(text));
      if (found !== undefined || Date.now() > end || this.hasEnded) return found;
      await wait(20);
    }
  }

  /** The end of the log. */
  tail(): string {
    return this.#log.slice(-20).join('\n');
  }

  /** A new session of root@localhost. */
  async login(): Promise<string> {
    const url = new URL('/Webservice/GenericTicketConnectorREST/Session', this.base);
    const body = JSON.stringify({ UserLogin: 'root@localhost', Password: PASSWORD });
    const response = await fetch(url, { method: 'POST', body });
    const { SessionID } = (await response.json()) as { SessionID?: string };
    return SessionID ?? '';
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    this.#removeFolder();
  }
}

function readAddress(child: ChildProcess, log: readonly string[]): Promise<URL> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined) resolve(new URL(url));
    });
    child.once('exit', (code) => {
      reject(new Error(`The server ended with ${String(code)} before it was ready:\n${log.join('\n')}`));
    });
  });
}
