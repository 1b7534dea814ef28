import type { TestServer } from '@ticketgate/test-support';

import type { AdminClient } from '../admin-client.js';

/** What cases share: one server, and an administrator who is logged in. */
export interface AdminCase {
  readonly server: TestServer;
  readonly client: AdminClient;
}
