import type { VersionNote } from '@ticketgate/database';

import type { ListedVersion } from './list-versions.js';

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
  /** How many invokers it has. */
  readonly invokers: number;
  /** Why events do not call them; undefined where they do. */
  readonly invokersOff: string | undefined;
  readonly warnings: number;
  /** In the last 7 days. */
  readonly calls: number;
}
