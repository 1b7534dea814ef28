import { readInput, type Action, type Loose } from '@ticketgate/admin';
import type { Command } from 'commander';

import { authorFrom, type AuthorOptions } from './audited.js';
import { withAdmin } from './service-context.js';

/**
 * Runs an action on the system that the configuration names. Its author is the agent of `--as`, otherwise the user of this machine; an
 * action that takes a comment gets that of `--comment`.
 */
export function runAction<Input, Result>(
  command: Command,
  action: Action<Input, Result>,
  input: Loose<Input>,
): Promise<Result> {
  return withAdmin(command, async (system) => {
    const options = command.optsWithGlobals<AuthorOptions>();
    const author = await authorFrom(system, options);
    const { comment } = options;
    return action.run(readInput(action, { ...input, ...(comment === undefined ? {} : { comment }) }), {
      system,
      author,
    });
  });
}
