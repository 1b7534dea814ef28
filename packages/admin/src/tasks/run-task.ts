import { recordChange, type AuditEntry } from '@ticketgate/database';
import { isData } from '@ticketgate/sdk';

import { changeAudited } from '../audit/change-audited.js';
import type { AuditStates, Task, TaskContext } from './task.js';

/** Runs a task: what it changes or records by its context has the entry that it declares. */
export function runTask<Input, Result>(
  { audit, run }: Pick<Task<Input, Result>, 'run'> & Pick<Task<Input, never>, 'audit'>,
  input: Input,
  { system, author }: TaskContext,
): Promise<Result> {
  const makeEntry = (answer: unknown, states: AuditStates = {}): AuditEntry => {
    if (audit === undefined) throw new Error('The task declares no entry for the audit log.');
    const { login, source } = author;
    const comment = isData(input) && typeof input.comment === 'string' ? input.comment : undefined;
    // A change resolves to the answer; what is recorded without one has an entry that asks for none.
    return { ...audit(input, answer as never), ...states, comment, author: login, source };
  };
  return run(input, {
    system,
    author,
    change: (change, states) => changeAudited(system.accounts, change, (answer) => makeEntry(answer, states)),
    record: (states) => recordChange(system.database, makeEntry(undefined, states)),
  });
}
