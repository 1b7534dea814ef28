import type { TestServer } from '@ticketgate/test-support';

import type { Remote } from '../../../packages/requester/test/remote.js';
import type { AdminClient } from '../admin-client.js';

/** What cases share: one server, an administrator who is logged in, and another system. */
export interface AdminCase {
  readonly server: TestServer;
  readonly client: AdminClient;
  readonly remote: Remote;
}
