import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', 'deploy');
/** Machines have the last number of their address in `deploy`; here all of them are this machine. */
const NETWORK = '127.77.0';

/** The address here of a machine of `deploy`, for example 21 for the first gateway. */
export function addressOf(machine: number): string {
  return `${NETWORK}.${machine}`;
}

/** A folder with what files of `deploy` say, for addresses and folders of a test. */
export class DeployedFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'ticketgate-cluster-'));

  constructor() {
    chmodSync(this.folder, 0o755);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** @param changes what is different here, beside the addresses; each of them has to be in the file */
  read(file: string, changes: Readonly<Record<string, string>> = {}): string {
    let text = readFileSync(join(DEPLOY, file), 'utf8');
    for (const [old, fresh] of Object.entries(changes)) {
      if (!text.includes(old)) throw new Error(`deploy/${file} does not contain ${old}.`);
      text = text.replaceAll(old, fresh);
    }
    return text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', `${NETWORK}.`);
  }

  /** Writes it to the folder, and returns the path. */
  place(file: string, changes?: Readonly<Record<string, string>>): string {
    return this.write(file.replaceAll('/', '-'), this.read(file, changes));
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** What a file of lines `NAME=value` sets. */
  environment(file: string): Record<string, string> {
    const lines = [...this.read(file).matchAll(/^(\w+)=(.*)$/gm)];
    return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
