import { RequestCounts, type RequestType } from '@ticketgate/database';

import type { System } from '../system/open-system.js';
import { type CountedExchange, RequestCounter } from './request-counter.js';

/** Counts the requests that this process answers, or those that it sends, in the database, until everything is closed. */
export function startCounting(
  system: Pick<System, 'database' | 'logger' | 'now' | 'closing'>,
  type: RequestType,
): (exchange: CountedExchange) => void {
  const { database, logger } = system;
  const counts = new RequestCounts(database);
  const counter = new RequestCounter({ type, write: (rows) => counts.add(rows), now: () => system.now(), logger });
  system.closing.add('the counts of requests', () => counter.close());
  return counter.listen;
}
