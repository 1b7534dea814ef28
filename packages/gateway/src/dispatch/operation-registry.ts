import { findSchemaMistake } from '@ticketgate/definition';
import { createStartError, isData, operationName, OperationError, type Operation } from '@ticketgate/sdk';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { operationMistake } from './operation-mistake.js';

export const DuplicateOperation = createStartError<{ type: string }>(
  'Gateway.DuplicateOperation',
  ({ type }) => `Two plugins bring the operation "${type}". Remove one of them from "plugins" in the configuration.`,
);
export const InvalidOperation = createStartError<{ type: string; reason: string }>(
  'Gateway.InvalidOperation',
  ({ type, reason }) => `The operation "${type}" cannot be registered: ${reason}`,
);

/** An operation with its input check, which throws an OperationError that names the member. */
export interface RegisteredOperation {
  readonly operation: Operation;
  check(input: unknown): void;
}

/** All operations that definitions may name, with their validators compiled once. */
export class OperationRegistry {
  readonly #operations = new Map<string, RegisteredOperation>();
  readonly #ajv = new Ajv2020({
    validateSchema: false,
    allErrors: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    keywords: ['secret'],
  });

  constructor() {
    addFormats.default(this.#ajv);
  }

  /** @throws StartError `Gateway.DuplicateOperation`, `Gateway.InvalidOperation` */
  register(operation: Operation): void {
    const mistake = operationMistake(operation);
    if (mistake !== undefined) throw new InvalidOperation({ type: nameOf(operation), reason: mistake });
    const { type } = operation;
    if (this.#operations.has(type)) throw new DuplicateOperation({ type });
    this.#operations.set(type, { operation, check: this.#checkOf(operation) });
  }

  get(type: string): RegisteredOperation | undefined {
    return this.#operations.get(type);
  }

  /** Sorted, for diagnostics and documentation. */
  types(): readonly string[] {
    return [...this.#operations.keys()].sort();
  }

  /** By type, what `Gateway.Customers.May` may name for the operations that restrict customers. */
  customerMembers(): ReadonlyMap<string, readonly string[]> {
    const members = new Map<string, readonly string[]>();
    for (const [type, { operation }] of this.#operations) {
      if (operation.customerMembers !== undefined) members.set(type, operation.customerMembers);
    }
    return members;
  }

  /** By type, the keys that an entry of a definition may have beyond the common ones. */
  options(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#operations].map(([type, { operation }]) => [type, Object.keys(operation.options ?? {})]));
  }

  #checkOf(operation: Operation): RegisteredOperation['check'] {
    const { type, input, checks } = operation;
    const mistake = findSchemaMistake(input);
    if (mistake !== undefined) throw new InvalidOperation({ type, reason: `its input is no JSON Schema, ${mistake}` });
    // To compile those that only describe as well would take a fifth of a start.
    return checks === 'own' ? () => undefined : this.#compile(operation);
  }

  #compile(operation: Operation): RegisteredOperation['check'] {
    const validate = this.#compiled(operation);
    return (input) => {
      if (!validate(input)) throw inputError(operation, validate.errors?.[0]);
    };
  }

  #compiled({ type, input }: Operation): ValidateFunction {
    try {
      return this.#ajv.compile(input);
    } catch (cause) {
      const reason = `its input schema does not compile (${cause instanceof Error ? cause.message : String(cause)}).`;
      throw new InvalidOperation({ type, reason }, cause);
    }
  }
}

/** What to call something that may not be an operation at all. */
function nameOf(operation: unknown): string {
  return isData(operation) && typeof operation.type === 'string' ? operation.type : 'without a type';
}

function inputError(operation: Operation, error: ErrorObject | undefined): OperationError {
  const name = operationName(operation);
  const path = (error?.instancePath ?? '').slice(1).replaceAll('/', '->');
  if (error?.keyword === 'required') {
    // Ajv's parameters of the keyword `required`.
    const { missingProperty } = error.params as { missingProperty: string };
    const member = path === '' ? missingProperty : `${path}->${missingProperty}`;
    return new OperationError(`${name}.MissingParameter`, `${name}: ${member} parameter is missing!`);
  }
  const subject = path === '' ? 'The request' : path;
  return new OperationError(`${name}.InvalidParameter`, `${name}: ${subject} ${error?.message ?? 'is invalid'}.`);
}
