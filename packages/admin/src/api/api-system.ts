import type { AccountsService } from '@ticketgate/accounts';
import type { AuditLog, ServiceDrafts, VersionNote } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import type { AdminSystem } from '../admin-system.js';
import type { ListedVersion } from '../services/list-versions.js';

/** What the API of administrators works on; the server provides it. */
export interface ApiSystem extends AdminSystem {
  readonly accounts: AccountsService;
  readonly audit: AuditLog;
  readonly drafts: ServiceDrafts;
  readonly logger: Logger;
  /** False on a host whose web services are not ours to change. */
  readonly mayPublish: boolean;
  /** Web services as they are served, and definition files without one. */
  listServices(): Promise<readonly ServiceSummary[]>;
  /** What else an administrator should know after a change of a web service. */
  consequencesOf(name: string): Promise<readonly string[]>;
  /** Of the program. */
  readonly version: string;
}

/** A web service in lists; what is not known is undefined. */
export interface ServiceSummary {
  readonly id: number | undefined;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable' | 'absent';
  /** Why it is not served, or what of it is not. */
  readonly reason: string | undefined;
  /** How it differs from its definition file. */
  readonly drift: string | undefined;
  /** Undefined when there is only a file. */
  readonly details?: ServiceDetails | undefined;
}

export interface ServiceDetails {
  /** Undefined where it is not known. */
  readonly origin: VersionNote['origin'] | 'host' | undefined;
  /** The current version; undefined where the host's history has none. */
  readonly version: ListedVersion | undefined;
  /** To go back to, where the current one cannot be served. */
  readonly lastGoodVersion: number | undefined;
  readonly routes: number;
  readonly warnings: number;
  /** In the last 7 days. */
  readonly calls: number;
}
