import type { ExchangeListener } from '@ticketgate/gateway';

import { AccessLog } from '../logging/access-log.js';
import { startCounting } from '../statistics/start-counting.js';
import type { System } from '../system/open-system.js';

/** Everybody who is told of each finished request, beside the debug log. */
export function startListeners(system: System): readonly ExchangeListener[] {
  return [startCounting(system), ...startAccessLog(system)];
}

function startAccessLog({ configuration: { log }, logger, closing }: System): readonly ExchangeListener[] {
  if (log.access === 'off') return [];
  const accessLog = new AccessLog({ log, output: process.stdout, logger });
  closing.add('the access log', () => {
    accessLog.flush();
  });
  return [accessLog.listen];
}
