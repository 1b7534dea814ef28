import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { hasErrors, renderCodeFrame, renderSarif } from '@ticketgate/definition';
import { EXIT_CODE } from '@ticketgate/runtime';

import { checkFiles, type CheckReport } from './check-files.js';
import { printLine } from './terminal.js';
import { sharedOptions } from './program-options.js';

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description(
      'check definitions and configuration: exit code 0 for no errors, 1 for errors, 2 for an unreadable file',
    )
    .argument('[files...]', 'default: the web services and all configuration files')
    .addOption(new Option('--format <format>').choices(['text', 'json', 'sarif']).default('text'))
    .action(async (files, { format }, command) => {
      const { config } = sharedOptions(command);
      const checked = await checkFiles(files, config ?? []);
      printLine(render(checked, format));
      process.exitCode = hasErrors(checked.diagnostics) ? EXIT_CODE.failed : EXIT_CODE.fine;
    });
}

function render({ diagnostics, sources, notes }: CheckReport, format: string): string {
  if (format === 'json') return JSON.stringify(diagnostics, undefined, 2);
  if (format === 'sarif') return renderSarif(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const summary = [
    count(sources.size, 'file'),
    count(errors, 'error'),
    count(diagnostics.length - errors, 'warning'),
  ].join(', ');
  const frames = diagnostics.length === 0 ? [] : [renderCodeFrame(diagnostics, sources)];
  return [...frames, ...notes, summary].join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
