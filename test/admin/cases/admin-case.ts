import type { TestServer } from '../../support/index.js';

import type { Remote } from '../../../packages/runtime/test/invokers/remote.js';
import type { AdminClient } from '../admin-client.js';

/** What those may do who have `rw` in the group admin. */
export const EVERYTHING = { all: 'everything', services: new Map() } as const;

/** What cases share: one server, an administrator who is logged in, and another system. */
export interface AdminCase {
  readonly server: TestServer;
  readonly client: AdminClient;
  readonly remote: Remote;
}
