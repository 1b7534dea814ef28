import { RequestCounts } from '@ticketgate/database';
import type { ExchangeListener } from '@ticketgate/gateway';

import type { System } from '../system/open-system.js';
import { RequestCounter } from './request-counter.js';

/** Counts the requests of this process in the database, until everything is closed. */
export function startCounting(system: System): ExchangeListener {
  const { database, logger } = system;
  const counts = new RequestCounts(database);
  const counter = new RequestCounter({ write: (rows) => counts.add(rows), now: () => system.now(), logger });
  system.closing.add('the counts of requests', () => counter.close());
  return counter.listen;
}
