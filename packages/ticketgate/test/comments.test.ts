import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommands } from '../src/command/commands.js';
import { createProgram } from '../src/command/program.js';

/** Commands that change nothing, or nothing that the audit log has. */
const WITHOUT_COMMENT =
  /^(?:serve|check|migrate|openapi|client|compare|doctor|backup|restore|(?:tls|service new|service test|service export) ?.*|debug-log (?:export|replay|curl)|catalogue (?:diff|export)|service (?:history|diff)|\S+ (?:list|show))$/;

function commandsOf(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]));
}

describe('commands that change something', () => {
  const program = createProgram();
  addCommands(program);
  const changing = commandsOf(program).filter(([name]) => !WITHOUT_COMMENT.test(name));

  it.each(changing)('%s takes a comment for the audit log', (_name, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--comment');
  });
});
