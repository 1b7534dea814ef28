import { readInput, type LooseInput, type Task as Action } from '@ticketgate/admin';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { readAuditNote } from './audited.js';
import { withAdmin } from './admin-context.js';

/**
 * Runs an action on the system that the configuration names. Its author is the agent of `--as`, otherwise the user of this machine; an
 * action that takes a comment gets that of `--comment`.
 */
export function runAction<Input, Result>(
  command: Command,
  action: Action<Input, Result>,
  input: LooseInput<Input>,
): Promise<Result> {
  return withAdmin(command, async (system) => {
    const { author, comment } = await readAuditNote(command, system);
    return action.run(readInput(action, { ...input, ...(comment === '' ? {} : { comment }) }), {
      system,
      author,
    });
  });
}
