import type { CallScope, CreateContext } from '@ticketgate/gateway';
import { operationName, OperationError, type Caller, type Logger, type OperationContext } from '@ticketgate/sdk';

import type { System } from '../system/open-system.js';

/** Joins what the gateway knows of a call with what only the composition root knows. */
export function contextFactory(system: System): CreateContext {
  return (scope) => new CallContext(system, scope);
}

/** One call; members that few operations use are made when they are asked for. */
class CallContext implements OperationContext {
  readonly binding: OperationContext['binding'];
  readonly request: OperationContext['request'];
  readonly credentials: OperationContext['credentials'];
  readonly #system: System;
  readonly #scope: CallScope;
  #caller: Promise<Caller | undefined> | undefined;
  #logger: Logger | undefined;

  constructor(system: System, scope: CallScope) {
    this.binding = scope.binding;
    this.request = scope.request;
    this.credentials = scope.credentials;
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

  get database(): OperationContext['database'] {
    return this.#system.database;
  }

  get accounts(): OperationContext['accounts'] {
    return this.#system.accounts;
  }

  authenticate(): Promise<Caller | undefined> {
    const { onlyAgents } = this.#scope.authentication;
    const use = { service: this.binding.webService.name, operation: this.binding.type };
    this.#caller ??= this.#system.accounts.authenticate(this.credentials, this.request, { onlyAgents, use });
    return this.#caller;
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
}
