import { recordChange } from '@ticketgate/database';
import { isOperationError } from '@ticketgate/sdk';

import type { Author } from '../admin-system.js';
import type { ApiSystem } from '../open-admin-system.js';
import { NotAllowed } from '../tasks/scope.js';

const MINUTE = 60_000;
/** Refusals of one agent that are recorded in a minute: one after the other would fill the audit log. */
const MOST = 10;
/** Characters of a path, which clients choose. */
const LONGEST = 200;

/** Writes into the audit log what administrators were refused because they may do less than everything. */
export class RefusalAudit {
  readonly #system: ApiSystem;
  readonly #counts = new Map<string, number>();
  #since = 0;

  constructor(system: ApiSystem) {
    this.#system = system;
  }

  async record(cause: unknown, { login, source }: Author, line: string): Promise<void> {
    if (!isOperationError(cause) || cause.code !== NotAllowed.code || !this.#admit(login)) return;
    const entry = { author: login, action: 'request refused', subject: line.slice(0, LONGEST), source };
    await recordChange(this.#system.database, { ...entry, comment: cause.message });
  }

  #admit(login: string): boolean {
    const now = this.#system.now().getTime();
    if (now - this.#since >= MINUTE) {
      this.#since = now;
      this.#counts.clear();
    }
    const count = (this.#counts.get(login) ?? 0) + 1;
    this.#counts.set(login, count);
    return count <= MOST;
  }
}
