import { IdempotencyKeys } from '@ticketgate/database';
import type { CreateContext, RunOnce } from '@ticketgate/gateway';

import type { ServicesByOperation } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';
import { CallContext } from './call-context.js';

/** Joins what the gateway knows of a call with what only the composition root knows. */
export function contextFactory(system: System, services: ServicesByOperation): CreateContext {
  return (scope, within) => new CallContext({ system, services, scope }, within);
}

/** Half of the pool's connections may hold keyed requests; the others are for what those need beside their transaction. */
export function onceRunner(system: System, services: ServicesByOperation): RunOnce {
  const keys = new IdempotencyKeys(
    system.database,
    Math.max(1, Math.floor(system.configuration.database.poolSize / 2)),
  );
  return async (scope, { key, fingerprint }, work) => {
    const context = new CallContext({ system, services, scope });
    const caller = await context.authenticate();
    if (caller === undefined) return { kind: 'done', result: await work(context) };
    const { webService, name } = scope.binding;
    const owner = [webService.id, name, caller.type, caller.login].join('\n');
    return keys.runOnce({ scope: owner, key, fingerprint, now: system.now() }, (transaction) =>
      work(new CallContext({ system, services, scope }, { database: transaction, authenticate: async () => caller })),
    );
  };
}
