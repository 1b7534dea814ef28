import { addressOf, type DeployedFiles } from './deployed-files.js';
import { Program } from './program.js';

const MACHINES = { a: 11, b: 12, c: 13 } as const;

interface Status {
  readonly leader?: string;
  readonly header?: { readonly member_id?: string };
}

interface Member {
  readonly address: string;
  readonly program: Program;
}

/** etcd on three machines, by the file of `deploy/patroni`. */
export class Etcd {
  readonly #members: readonly Member[];

  constructor(files: DeployedFiles) {
    this.#members = Object.entries(MACHINES).map(([name, machine]) => {
      const address = addressOf(machine);
      const environment = Object.entries(files.environment('patroni/etcd.example')).map(([key, value]) => [
        key,
        key === 'ETCD_INITIAL_CLUSTER' ? value : value.replace(addressOf(MACHINES.a), address),
      ]);
      const own = { ETCD_NAME: name, ETCD_DATA_DIR: files.path(`etcd-${name}`) };
      const program = new Program({
        command: 'etcd',
        words: [],
        environment: { ...(Object.fromEntries(environment) as Record<string, string>), ...own },
        log: files.path(`etcd-${name}.log`),
      });
      return { address, program };
    });
  }

  start(): void {
    for (const { program } of this.#members) program.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map(({ program }) => program.end()));
  }

  /** @returns what starts it again */
  async killLeader(): Promise<() => void> {
    for (const { address, program } of this.#members) {
      if (!(await isLeader(address))) continue;
      await program.end();
      return () => {
        program.start();
      };
    }
    throw new Error('etcd has no leader.');
  }
}

async function isLeader(address: string): Promise<boolean> {
  const url = `http://${address}:2379/v3/maintenance/status`;
  const response = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(2_000) });
  const { leader, header } = (await response.json()) as Status;
  return leader !== undefined && leader === header?.member_id;
}
