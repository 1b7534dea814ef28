import { AgentUnknown } from '@ticketgate/accounts';
import type { RouteCounts, ServiceCaller, ServiceStore } from '@ticketgate/database';
import type { offMainThread } from '@ticketgate/definition';
import type { OperationRegistry, ServiceStates } from '@ticketgate/gateway';
import type { Directory } from '@ticketgate/sdk';

import { DAY } from './tasks/schemas.js';
import type { Scope } from './tasks/scope.js';
import type { CatalogueSystem } from './catalogue/catalogue-system.js';

/** Everything that the administration works with; the server provides it. */
export interface AdminSystem {
  readonly services: ServiceStore;
  readonly operations: OperationRegistry;
  /** Which web services would be served. */
  readonly states: ServiceStates;
  /** Most bytes of a definition. */
  readonly definitionBytes: number;
  /** Hosts that invokers may connect to; empty: all. */
  readonly allowedHosts: readonly string[];
  /** False on a host whose web services are not ours to change. */
  readonly mayPublish: boolean;
  readonly catalogue: CatalogueSystem;
  directory(): Promise<Directory>;
  /** How often routes were called in the last 7 days. */
  countWeekCalls(): Promise<readonly RouteCounts[]>;
  /** Who has called a web service in the last 7 days, as far as it was recorded; undefined if finding out takes too long. */
  listWeekCallers(serviceID: number): Promise<readonly ServiceCaller[] | undefined>;
  /** Now, as `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  time(): string;
}

/** What lists and searches show of a definition. */
export type DefinitionCounts = Awaited<ReturnType<typeof offMainThread<'count'>>> & { readonly warnings: number };

/** The author of a change. */
export interface Author {
  readonly userID: number;
  readonly login: string;
  /** From where, for example `command of admin on host7`. */
  readonly source: string;
  /** The session of a page; undefined for API keys and commands. */
  readonly sessionID?: string | undefined;
  /** What the author may do; undefined for commands, which may do everything. */
  readonly scope?: Scope | undefined;
}

/** The first agent of the family, which stands for the system itself. */
export const SYSTEM_USER = 1;

/**
 * The agent of that name, or the system itself without one.
 *
 * @throws OperationError `Accounts.AgentUnknown`
 */
export async function findAuthor(
  system: Pick<AdminSystem, 'directory'>,
  { login, source }: { readonly login: string | undefined; readonly source: string },
): Promise<Author> {
  const directory = await system.directory();
  if (login === undefined) return { userID: SYSTEM_USER, login: showLogin(directory, SYSTEM_USER), source };
  const agent = directory.agentByLogin(login);
  if (agent === undefined) throw new AgentUnknown({ login });
  return { userID: agent.id, login: agent.login, source };
}

/** The login, or the id if the agent is gone. */
export function showLogin(directory: Directory, userID: number): string {
  return directory.agentByID(userID)?.login ?? String(userID);
}

export function weekAgo({ now }: { readonly now: () => Date }): Date {
  return new Date(now().getTime() - 7 * DAY);
}
