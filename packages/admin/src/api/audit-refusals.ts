import { recordChange } from '@ticketgate/database';
import { isOperationError } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

import type { Author } from '../admin-system.js';
import type { ApiSystem } from '../open-admin-system.js';
import { NotAllowed } from '../tasks/scope.js';

const MINUTE = 60_000;
/** Refusals of one agent that are recorded in a minute: more would fill the audit log. */
const MOST = 10;
/** Characters of a path, which clients choose. */
const LONGEST = 200;

/** More logins than ever try at a time. */
const MOST_LOGINS = 1_000;

/** Records in the audit log what administrators of less than everything were refused. */
export function recordRefusals({ database }: ApiSystem) {
  const counts = new LRUCache<string, number>({ max: MOST_LOGINS, ttl: MINUTE, noUpdateTTL: true });
  return async (cause: unknown, { login, source }: Author, line: string): Promise<void> => {
    if (!isOperationError(cause) || cause.code !== NotAllowed.code) return;
    const count = (counts.get(login) ?? 0) + 1;
    counts.set(login, count);
    if (count > MOST) return;
    const entry = { author: login, action: 'request refused', subject: line.slice(0, LONGEST), source };
    await recordChange(database, { ...entry, comment: cause.message });
  };
}
