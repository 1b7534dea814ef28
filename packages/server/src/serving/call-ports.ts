import { RequestTransactions, runOnce } from '@ticketgate/database';
import type { CallPorts } from '@ticketgate/gateway';

import type { ServicesByOperation } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';
import { CallContext } from './call-context.js';

/** Joins what the gateway knows of a call with what only the composition root knows. */
export function callPorts(system: System, services: ServicesByOperation): CallPorts {
  const transactions = new RequestTransactions(system.database, system.configuration.database.poolSize);
  return {
    createContext: (scope, within) => new CallContext({ system, services, scope }, within),
    inTransaction: (signal, work) => transactions.run(signal, work),
    async runOnce(context, { key, fingerprint }, work) {
      const caller = await context.authenticate();
      if (caller === undefined) return { kind: 'done', result: await work() };
      const { webService, name } = context.binding;
      const scope = [webService.id, name, caller.type, caller.login].join('\n');
      return runOnce(context.database, { scope, key, fingerprint, now: context.now() }, work);
    },
  };
}
