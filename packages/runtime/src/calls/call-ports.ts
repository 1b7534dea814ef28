import type { OperationPorts } from '@ticketgate/gateway';
import type { Database } from '@ticketgate/sdk';
import { KeyedRequests } from '@ticketgate/database';
import { RequestTransactions } from '@ticketgate/database/postgres';

import type { ServicesByOperation } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';
import { CallContext } from './call-context.js';

/** Connects calls of operations with the parts of the system. */
export function callPorts(system: System, services: ServicesByOperation): OperationPorts {
  const transactions = new RequestTransactions(system.database, system.configuration.database.poolSize);
  const keyed = new KeyedRequests(transactions.most);
  /** The transactions of contexts, which show operations only a wrapper of them. */
  const transactionOf = new WeakMap<object, Database>();
  return {
    createContext(scope, within) {
      const context = new CallContext({ system, services, scope }, within);
      if (within?.database !== undefined) transactionOf.set(context, within.database);
      return context;
    },
    inTransaction: (signal, work) => transactions.run(signal, work),
    async runOnce(context, { key, fingerprint }, work) {
      const caller = await context.authenticate();
      if (caller === undefined) return { kind: 'done', result: await work() };
      const { webService, name } = context.binding;
      const who = `${caller.type}\n${caller.login}`;
      const scope = `${webService.id}\n${name}\n${who}`;
      const transaction = transactionOf.get(context) ?? context.database;
      return keyed.run(transaction, { scope, key, fingerprint, now: context.now(), caller: who }, work);
    },
  };
}
