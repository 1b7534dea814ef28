import { examineSystem, type Finding } from '@ticketgate/admin';
import { ConfigurationError, EXIT_CODE } from '@ticketgate/runtime';
import { isExpectedError } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { withTasks } from './call-task.js';
import { checkFiles } from './check-files.js';
import { renderTable, printLine } from './terminal.js';
import { sharedOptions } from './program-options.js';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('examine the installation and say what to do about what is wrong: exit code 1 for errors')
    .option('--strict', 'exit code 1 for warnings, too')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json, strict }, command) => {
      const { config = [] } = sharedOptions(command);
      const findings = [...(await examineConfiguration(config)), ...(await examine(command))];
      printLine(json === true ? JSON.stringify({ findings }, undefined, 2) : render(findings));
      const isBad = findings.some(
        ({ severity }) => severity === 'error' || (strict === true && severity === 'warning'),
      );
      process.exitCode = isBad ? EXIT_CODE.failed : EXIT_CODE.fine;
    });
}

/** The files, as "ticketgate check" sees them. */
async function examineConfiguration(configs: readonly string[]): Promise<readonly Finding[]> {
  return failureAsFinding('configuration', async () => {
    const { diagnostics, sources } = await checkFiles([], configs);
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    const message = `${sources.size} files have ${errors} errors and ${diagnostics.length - errors} warnings.`;
    const severity = errors > 0 ? 'error' : diagnostics.length > 0 ? 'warning' : 'fine';
    const remedy = severity === 'fine' ? null : 'Run "ticketgate check" and correct what it shows.';
    return [{ subject: 'configuration', severity, message, remedy }];
  });
}

async function examine(command: Command): Promise<readonly Finding[]> {
  return failureAsFinding('database', async () => {
    const { findings } = await withTasks(command, ({ call }) => call(examineSystem, {}));
    return findings;
  });
}

/** An error of the examination is a finding itself, with its remedy. */
async function failureAsFinding(subject: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (cause) {
    if (!(cause instanceof ConfigurationError) && !isExpectedError(cause)) throw cause;
    const remedy = 'Correct this first: nothing else could be examined.';
    return [{ subject, severity: 'error', message: cause.message, remedy }];
  }
}

function render(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ severity, subject, message, remedy }) => [
    [severity, subject, message],
    ...(remedy === null ? [] : [['', '', `→ ${remedy}`]]),
  ]);
  return renderTable(rows);
}
