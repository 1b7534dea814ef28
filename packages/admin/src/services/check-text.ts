import { offMainThread, type Diagnostic, type KnownNames } from '@ticketgate/definition';
import type { OperationRegistry } from '@ticketgate/gateway';

/** The names that definitions may use. */
export function knownNames(operations: OperationRegistry): KnownNames {
  return {
    ...operations.called,
    operationTypes: operations.types(),
    customerMembers: operations.customerMembers(),
    operationOptions: operations.options(),
    operationMembers: operations.members(),
  };
}

export interface CheckedText {
  /** The name of the text in diagnostics. */
  readonly file: string;
  readonly text: string;
  /** The text of the active version, which the new one must not break; undefined for anything goes. */
  readonly served?: string | undefined;
  /** The texts whose secrets `*******` stands for, the first one first. Without this, `*******` is a value like any other. */
  readonly secretsOf?: readonly string[] | undefined;
  readonly mostBytes?: number | undefined;
  /** `requester.allowedHosts`; undefined: destinations are not checked. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Everything that is wrong with a definition. */
export function checkText(
  operations: OperationRegistry,
  { text, ...options }: CheckedText,
): Promise<readonly Diagnostic[]> {
  return offMainThread('check', text, { ...options, ...knownNames(operations) });
}
