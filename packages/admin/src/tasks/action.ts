import type { PluginProblem, ReadyOperations, Invokers, System } from '@ticketgate/runtime';
import type { ErrorKind, JsonSchema, ValueOf } from '@ticketgate/sdk';

import type { AdminSystem, Author } from '../admin-system.js';

/** The system with the services of its administration. */
export interface ActionSystem extends System, AdminSystem {
  /** Operations that can be called. */
  ready(): Promise<ReadyOperations>;
  /** Calls invokers. */
  invokers(): Promise<Invokers>;
  readonly pluginProblems: readonly PluginProblem[];
  /** The queues of the gateway; null in processes that do not serve web services. */
  queues(): GatewayQueues | null;
}

export interface GatewayQueues {
  readonly waitingRequests: number;
  readonly debugRequests: number;
  readonly debugBytes: number;
  readonly droppedRequests: number;
}

/** The author of an action, and the system that it runs on. */
export interface ActionContext {
  readonly system: ActionSystem;
  readonly author: Author;
}

/** What routes say of an action, too. */
export interface ActionParts {
  /** A sentence for the documentation of the API. */
  readonly summary: string;
  /** Undefined where there is nothing to answer. */
  readonly answer?: JsonSchema;
  /** Beside those that every request may be answered with. */
  readonly errors?: readonly ErrorKind[];
}

/** A task of administrators. Routes of the API and commands are two ways to call it: neither checks, changes or records anything itself. */
export interface Action<Input, Result> extends ActionParts {
  /** An object schema for the input. */
  readonly input: JsonSchema;
  /** @param input fits the schema */
  readonly run: (input: Input, context: ActionContext) => Promise<Result>;
}

/**
 * A task of administrators, with the type of its input from its schema.
 *
 * @example
 * const renameThing = defineAction({
 *   summary: 'Gives a thing another name.',
 *   input: inputObject({ name: word, newName: word }),
 *   run: async ({ name, newName }, { system }) => system.things.rename(name, newName),
 * });
 */
export function defineAction<const Input, Result, Value = ValueOf<Input>>(
  action: Action<Value, Result> & { readonly input: Input },
): Action<Value, Result> {
  return action;
}
