import { join } from 'node:path';
import { runTicketgate, TicketgateProcess, untilTrue } from '../../support/index.js';

import { addressOf } from './deployed-files.js';

export const PASSWORD = 'cluster-Passw0rd-1';

const SERVICE = join(import.meta.dirname, '..', '..', '..', 'config', 'webservices', 'TicketService.yml');

export interface GatewayOptions {
  /** 21 or 22. */
  readonly machine: number;
  readonly folder: string;
  /** In the order in which they are read. */
  readonly configuration: readonly string[];
  readonly database: string;
}

/** A gateway on a machine of its own. */
export class Gateway {
  readonly #options: GatewayOptions;
  #process: TicketgateProcess | undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  get environment(): Readonly<Record<string, string>> {
    const { machine, folder, configuration, database } = this.#options;
    return {
      HOST: addressOf(machine),
      PORT: '8080',
      DATABASE_URL: database,
      TICKETGATE_CONFIG: configuration.join(','),
      TICKETGATE_DATA: join(folder, `gateway-${machine}`),
      TICKETGATE_API_PASSWORD: PASSWORD,
      TICKETGATE_ROOT_PASSWORD: PASSWORD,
    };
  }

  /** As systemd does it, it is tried again when it fails. */
  async start(): Promise<void> {
    await untilTrue(async () => {
      this.#process = new TicketgateProcess(['serve'], { environment: this.environment });
      await this.#process.ready();
      return true;
    }, 60_000);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#process?.end(signal);
  }

  /** Whether it has learned of a web service. */
  async serves(name: string): Promise<boolean> {
    const { HOST, PORT } = this.environment;
    return (await (await fetch(`http://${HOST}:${PORT}/`)).text()).includes(name);
  }
}

/** Deploys the web service that `Load` calls, and waits until all gateways serve it. */
export async function deployService(gateways: readonly Gateway[]): Promise<void> {
  const environment = { ...gateways[0]?.environment };
  const { code, log } = await runTicketgate(['service', 'import', SERVICE], { environment });
  if (code !== 0) throw new Error(log);
  for (const gateway of gateways) await untilTrue(() => gateway.serves('TicketService'));
}
