import { IdempotencyKeys } from '@ticketgate/database';
import type { CallScope, CreateContext, RunOnce } from '@ticketgate/gateway';
import {
  operationName,
  OperationError,
  type Caller,
  type Database,
  type Logger,
  type OperationContext,
} from '@ticketgate/sdk';

import type { ServicesByOperation } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';

/** Joins what the gateway knows of a call with what only the composition root knows. */
export function contextFactory(system: System, services: ServicesByOperation): CreateContext {
  return (scope) => new CallContext({ system, services, scope });
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
      work(new CallContext({ system, services, scope }, { transaction, caller })),
    );
  };
}

/** What a call within a transaction goes on with. */
interface Within {
  readonly transaction: Database;
  readonly caller: Caller;
}

interface CallParts {
  readonly system: System;
  readonly services: ServicesByOperation;
  readonly scope: CallScope;
}

/** One call; members that few operations use are made when they are asked for. */
class CallContext implements OperationContext<never> {
  readonly services: never;
  readonly binding: OperationContext['binding'];
  readonly request: OperationContext['request'];
  readonly credentials: OperationContext['credentials'];
  readonly headers: OperationContext['headers'];
  readonly #system: System;
  readonly #scope: CallScope;
  readonly database: Database;
  #caller: Promise<Caller | undefined> | undefined;
  #logger: Logger | undefined;

  constructor({ system, services, scope }: CallParts, within?: Within) {
    // Those of the plugin that brings the operation: `definePlugin` compiles only when they are what the operation needs.
    this.services = services.get(scope.binding.type) as never;
    this.database = within?.transaction ?? system.database;
    this.#caller = within && Promise.resolve(within.caller);
    this.binding = scope.binding;
    this.request = scope.request;
    this.credentials = scope.credentials;
    this.headers = scope.headers;
    this.#system = system;
    this.#scope = scope;
  }

  get logger(): Logger {
    this.#logger ??= this.#system.logger.child({ requestId: this.request.id, service: this.binding.webService.name });
    return this.#logger;
  }

  get settings(): OperationContext['settings'] {
    return this.#system.settings;
  }

  get accounts(): OperationContext['accounts'] {
    return this.#system.accounts;
  }

  authenticate(): Promise<Caller | undefined> {
    this.#caller ??= this.#authenticate();
    return this.#caller;
  }

  async #authenticate(): Promise<Caller | undefined> {
    const { authentication, onCaller } = this.#scope;
    const { onlyAgents } = authentication;
    const use = { service: this.binding.webService.name, operation: this.binding.type };
    const onRefusal = (reason: string) => {
      this.#tellRefusal(reason);
    };
    const options = { onlyAgents, use, onRefusal };
    const caller = await this.#system.accounts.authenticate(this.credentials, this.request, options);
    if (caller !== undefined) onCaller(caller);
    return caller;
  }

  /** The client only learns that nobody was authenticated; the admin has to know which check failed. */
  #tellRefusal(reason: string): void {
    const { onRefusal, ignoredCredentials } = this.#scope;
    const { UserLogin, CustomerUserLogin } = this.credentials;
    const ignored = ignoredCredentials();
    this.logger.warn('a caller was not authenticated', {
      operation: this.binding.name,
      reason,
      login: UserLogin ?? CustomerUserLogin,
      remoteAddress: this.request.remoteAddress,
      ...(ignored.length === 0 ? {} : { ignored: `${ignored.join(', ')}: not in Gateway.Authentication.Accept` }),
    });
    onRefusal(reason);
  }

  async caller(): Promise<Caller> {
    const caller = await this.authenticate();
    if (caller !== undefined) return caller;
    const name = operationName(this.binding);
    throw new OperationError(`${name}.AuthFail`, `${name}: Authorization failing!`);
  }

  now(): Date {
    return this.#system.now();
  }

  formatTime(moment: Date): string {
    return this.#system.formatTime(moment);
  }
}
