import { isData, type Data } from '@ticketgate/sdk';

import { requireAtMost, type LimitScope } from './limits.js';

/** These are as long as the body of a request allows, and are read in steps. */
const LONG = new Set(['Article->Body', 'Attachment->Content']);

/**
 * Refuses texts that are too long to work on in one go, wherever they are in these members of a request.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireShortTexts(input: Data, members: readonly string[], scope: LimitScope): void {
  for (const name of members) requireShort(input[name], name, scope);
}

function requireShort(value: unknown, path: string, scope: LimitScope): void {
  if (typeof value === 'string') {
    if (!LONG.has(path)) requireAtMost('TextLength', { what: path, count: value.length }, scope);
  } else if (Array.isArray(value)) {
    for (const entry of value) requireShort(entry, path, scope);
  } else if (isData(value)) {
    for (const [name, member] of Object.entries(value)) requireShort(member, `${path}->${name}`, scope);
  }
}

/** Of a create or an update. */
export const WRITTEN_MEMBERS = ['Ticket', 'Article', 'DynamicField', 'Attachment'];
