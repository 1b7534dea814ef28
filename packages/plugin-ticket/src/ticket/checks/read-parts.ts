import type { Data, LimitScope } from '@ticketgate/sdk';

import { requireAtMost } from '../../limits/limits.js';
import { requireShortTexts } from '../../limits/require-short-texts.js';
import { isObjectWithData, trimMembers } from '../../request/family-values.js';
import { invalid, missing } from '../../request/input-errors.js';

/** The parts of a request that changes a ticket: objects are trimmed, entries of lists are unchanged. */
export interface TicketParts {
  readonly ticket: Data | undefined;
  readonly article: Data | undefined;
  readonly dynamicFields: readonly unknown[];
  readonly attachments: readonly unknown[];
}

/** The parts of a request for a new ticket, which needs `Ticket` and `Article`. */
export interface NewTicketParts extends TicketParts {
  readonly ticket: Data;
  readonly article: Data;
}

/** Reads the four parts and checks their shapes; null counts as absent. */
export function readParts(input: Data, scope: LimitScope, options: { readonly isNew: true }): NewTicketParts;
export function readParts(input: Data, scope: LimitScope): TicketParts;
export function readParts(input: Data, scope: LimitScope, { isNew = false } = {}): TicketParts {
  // Before any text is processed.
  requireShortTexts(input, scope);
  return {
    ticket: readPart(input, { name: 'Ticket', isNeeded: isNew }, scope),
    article: readPart(input, { name: 'Article', isNeeded: isNew }, scope),
    dynamicFields: readList(input.DynamicField, 'DynamicField', scope),
    attachments: readList(input.Attachment, 'Attachment', scope),
  };
}

function readPart(
  input: Data,
  { name, isNeeded }: { readonly name: 'Ticket' | 'Article'; readonly isNeeded: boolean },
  { operation }: LimitScope,
): Data | undefined {
  const part = input[name];
  if (isObjectWithData(part)) return trimMembers(part);
  if (isNeeded) throw missing(operation, `${name} parameter is missing or not valid!`);
  if (part === undefined || part === null) return undefined;
  throw invalid(operation, `${name} parameter is not valid!`);
}

/**
 * Reads the entries of `DynamicField` or `Attachment`: one object or a non-empty list; null counts as absent.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.InvalidParameter` when there are too many
 */
function readList(value: unknown, name: 'DynamicField' | 'Attachment', scope: LimitScope): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (isObjectWithData(value)) return [value];
  if (!Array.isArray(value) || value.length === 0) {
    throw missing(scope.operation, `${name} parameter is missing or not valid!`);
  }
  requireAtMost(`${name}s`, { what: name, count: value.length }, scope);
  return value;
}
