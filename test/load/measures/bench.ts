import type { ServerProcess } from '../../support/index.js';

import { loadTickets, type LoadedTickets } from '../data/load-tickets.js';
import type { Side } from '../peers/check-peers.js';
import type { Peer } from '../peers/start-peer.js';
import {
  ANYBODY,
  chooseCaller,
  PAGE,
  probeFor,
  type CredentialKind,
  type OperationName,
  type PageEnd,
} from '../requests/gateway-probes.js';
import { startSystem, type BenchSystem, type Credentials, type GatewayOptions } from '../system/start-system.js';

/** What measures work with: a running server with data, and whoever calls it. */
export interface Bench {
  readonly system: BenchSystem;
  readonly gateway: ServerProcess;
  readonly tickets: LoadedTickets;
  readonly credentials: Credentials & { readonly SessionID: string };
  /** Ends of pages all over the tickets, in several orders. */
  readonly pageEnds: readonly PageEnd[];
}

/** A PostgreSQL with so many tickets, and a server on it. */
export async function startBench(count: number): Promise<Bench> {
  return fillBench(await startSystem(), count);
}

/** The same with a PostgreSQL that runs already; it is stopped if that fails. */
export async function fillBench(system: BenchSystem, count: number, options?: GatewayOptions): Promise<Bench> {
  try {
    const gateway = await system.startGateway(options);
    const tickets = await loadTickets(system.database, count);
    const credentials = await logIn(gateway.url, system.credentials);
    return { system, gateway, tickets, credentials, pageEnds: await findPageEnds(gateway.url, credentials, tickets) };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** A session of the agent `bench`. */
export async function logIn(url: string, credentials: Credentials): Promise<Bench['credentials']> {
  const { UserLogin, Password } = credentials;
  const body = JSON.stringify({ UserLogin, Password });
  const response = await fetch(`${url}/Webservice/Bench/Session`, { method: 'POST', body });
  const { SessionID } = (await response.json()) as { SessionID?: string };
  if (SessionID === undefined) throw new Error('SessionCreate gave no SessionID.');
  return { ...credentials, SessionID };
}

const PAGE_ENDS = 50;
const ORDERS = [
  { SortBy: 'Created', OrderBy: 'Down' },
  { SortBy: 'Created', OrderBy: 'Up' },
  { SortBy: 'Changed', OrderBy: 'Up' },
] as const;

/** As TicketList tells them for pages of one ticket: where a page ends does not depend on its length. */
async function findPageEnds(
  url: string,
  { SessionID }: Bench['credentials'],
  { firstID, count }: LoadedTickets,
): Promise<readonly PageEnd[]> {
  const ends: PageEnd[] = [];
  for (let part = 1; part <= PAGE_ENDS; part += 1) {
    const id = firstID + PAGE + Math.floor((part * (count - 3 * PAGE)) / PAGE_ENDS);
    for (const order of ORDERS) {
      const body = JSON.stringify({ SessionID, TicketID: [id, id + 1], Limit: 1, ...order });
      const response = await fetch(`${url}/Webservice/Bench/TicketList`, { method: 'POST', body });
      const { Next } = (await response.json()) as { Next?: string };
      if (Next === undefined) throw new Error(`TicketList did not tell where the page of ticket ${id} ends.`);
      ends.push({ ...order, After: Next });
    }
  }
  return ends;
}

export interface SideOptions {
  readonly service?: string;
  readonly kind?: CredentialKind;
  /** Another server than the one of the bench. */
  readonly gateway?: ServerProcess;
}

/** An operation of the product. */
export function gatewaySide(bench: Bench, operation: OperationName, options: SideOptions = {}): Side {
  const { service = 'Bench', kind = 'SessionID', gateway = bench.gateway } = options;
  const caller = chooseCaller(operation === 'SessionCreate' ? 'password' : kind, bench.credentials);
  const probe = probeFor(operation, { prefix: `/Webservice/${service}`, caller, ...bench });
  return {
    name: `Ticketgate ${service} ${kind}`,
    url: gateway.url,
    probe,
    processes: processesOf(bench, gateway.child.pid),
  };
}

/** The same of a bare peer. */
export function peerSide(bench: Bench, operation: OperationName, { name, url, pid }: Peer): Side {
  const probe = probeFor(operation, { prefix: '', caller: ANYBODY, ...bench });
  return { name, url, probe, processes: processesOf(bench, pid) };
}

function processesOf({ system }: Bench, server = 0): Side['processes'] {
  return { server, database: system.databasePID };
}
