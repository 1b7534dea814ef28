import { inspect } from 'node:util';
import { memberNames, type KnownNames, type MemberNames } from '@ticketgate/definition';
import {
  explainError,
  createStartError,
  isData,
  type Operation,
  suggest,
  withSuggestion,
  keptIn,
} from '@ticketgate/sdk';
import { findSchemaMistake } from '@ticketgate/sdk/schema';

import { createInputCompiler, type CheckedInput } from './checked-input.js';

const TYPE = /^[A-Za-z]\w*::[A-Za-z]\w*$/;

const EFFECTS = ['reads', 'writes'];

const CHECKS = ['schema', 'own'];

const TRANSACTIONS = ['own'];

/** The reason why a value is not an operation, apart from its schema. Plugins may be written without types. */
function operationMistake(operation: unknown): string | undefined {
  if (!isData(operation)) return 'it is not an object. Make it with defineOperation.';
  const { type, effect, checks = 'schema', transaction = 'own', run } = operation;
  if (typeof type !== 'string' || !TYPE.test(type))
    return 'its type is not of the form Namespace::Name. Write for example "Custom::Greet".';
  if (!isAmong(EFFECTS, effect)) return wrongWord('effect', effect, EFFECTS);
  if (!isAmong(CHECKS, checks)) return wrongWord('checks', checks, CHECKS);
  if (!isAmong(TRANSACTIONS, transaction)) return wrongWord('transaction', transaction, TRANSACTIONS);
  if (typeof run !== 'function') return 'it has no function "run". Add async run(input, context) { … }.';
  return undefined;
}

function isAmong(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}

function wrongWord(member: string, value: unknown, words: readonly string[]): string {
  const shown = typeof value === 'string' ? `"${value}"` : inspect(value);
  const came = value === undefined ? `it has no ${member}` : `its ${member} is ${shown}`;
  const sentence = `${came}; write ${words.map((word) => `"${word}"`).join(' or ')}.`;
  return withSuggestion(sentence, typeof value === 'string' ? suggest(value, words) : undefined);
}

export const DuplicateOperation = createStartError<{ type: string }>(
  'Gateway.DuplicateOperation',
  ({ type }) => `Two plugins bring the operation "${type}". Remove one of them from "plugins" in the configuration.`,
);
export const InvalidOperation = createStartError<{ type: string; reason: string }>(
  'Gateway.InvalidOperation',
  ({ type, reason }) => `The operation "${type}" cannot be registered: ${reason}`,
);

/** Shared by all registries: each trial of a definition has its own, and compiling all schemas takes longer than a request. */
const COMPILED = new WeakMap<Operation, CheckedInput | undefined>();

export interface RegisteredOperation {
  readonly operation: Operation;
  /** Undefined for operations that check their input themselves. */
  readonly input: CheckedInput | undefined;
}

/** All operations that definitions may use, with validators that are compiled once. */
export class OperationRegistry {
  readonly #operations = new Map<string, RegisteredOperation>();
  #compile: ReturnType<typeof createInputCompiler> | undefined;
  readonly #isCalled: boolean;
  /** Names of invokers, of the events that trigger them, and of unsuitable variables. */
  readonly called: KnownNames;

  /** @param isCalled false if operations are only listed, which saves compiling all schemas (a tenth of a command's time) */
  constructor({ isCalled = true, called = {} }: { isCalled?: boolean; called?: OperationRegistry['called'] } = {}) {
    this.#isCalled = isCalled;
    this.called = called;
  }

  /** @throws StartError `Gateway.DuplicateOperation`, `Gateway.InvalidOperation` */
  register(operation: Operation): void {
    const mistake = operationMistake(operation);
    if (mistake !== undefined) throw new InvalidOperation({ type: nameOperation(operation), reason: mistake });
    const { type } = operation;
    if (this.#operations.has(type)) throw new DuplicateOperation({ type });
    this.#operations.set(type, {
      operation,
      input: this.#isCalled ? keptIn(COMPILED, operation, () => this.#prepare(operation)) : undefined,
    });
  }

  get(type: string): RegisteredOperation | undefined {
    return this.#operations.get(type);
  }

  /** Sorted, for diagnostics and documentation. */
  types(): readonly string[] {
    return [...this.#operations.keys()].sort();
  }

  /** By type, the names that `Gateway.Customers.May` can list for operations that restrict customers. */
  customerMembers(): ReadonlyMap<string, readonly string[]> {
    const entries = [...this.#operations].map(([type, { operation }]) => [type, operation.customerMembers] as const);
    return new Map(entries.flatMap(([type, members]) => (members === undefined ? [] : [[type, members]])));
  }

  /** By type, the additional keys that an operation may have in a definition. */
  options(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#operations].map(([type, { operation }]) => [type, Object.keys(operation.options ?? {})]));
  }

  members(): ReadonlyMap<string, MemberNames> {
    return new Map([...this.#operations].map(([type, { operation }]) => [type, memberNames(operation.input)]));
  }

  #prepare(operation: Operation): CheckedInput | undefined {
    const { type, input, checks } = operation;
    const mistake = findSchemaMistake(input);
    if (mistake !== undefined)
      throw new InvalidOperation({ type, reason: `its input is not a JSON Schema, ${mistake}` });
    // Then the schema is only documentation; compiling these schemas would take a fifth of the start.
    if (checks === 'own') return undefined;
    try {
      this.#compile ??= createInputCompiler();
      return this.#compile(operation);
    } catch (cause) {
      const reason = `its input schema does not compile (${explainError(cause)}).`;
      throw new InvalidOperation({ type, reason }, cause);
    }
  }
}

/** Names a value that may not be an operation. */
function nameOperation(operation: unknown): string {
  return isData(operation) && typeof operation.type === 'string' ? operation.type : 'without a type';
}
