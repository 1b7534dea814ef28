import { command, type CommandContext, examineSystem, type Finding } from '@ticketgate/admin';
import { hasErrors } from '@ticketgate/definition';
import { ConfigurationError } from '@ticketgate/runtime';
import { isExpectedError } from '@ticketgate/sdk';
import { flag, optionalMembers } from '@ticketgate/sdk/schema';

import { checkFiles, summarize } from './check-command.js';

export const doctorCommand = command({
  usage: 'doctor',
  about: 'examine the installation and say what to do about what is wrong: exit code 1 for errors',
  input: optionalMembers({ strict: flag(), json: flag() }),
  words: { strict: ['--strict', 'exit code 1 for warnings, too'], json: ['--json', 'print the findings as JSON'] },
  async run(_input, context) {
    const ofFiles = await examineConfiguration(context);
    const others = await failureAsFinding('database', async () => (await context.call(examineSystem, {})).findings);
    return { findings: [...ofFiles, ...others] };
  },
  isFailed: ({ findings }, { strict }) =>
    findings.some(({ severity }) => severity === 'error' || (strict === true && severity === 'warning')),
  print: (answer, { json }) => (json === true ? JSON.stringify(answer, undefined, 2) : listRows(answer.findings)),
});

/** The files of this machine, as "ticketgate check" sees them. */
function examineConfiguration({ isElsewhere, configs }: CommandContext): Promise<readonly Finding[]> | [] {
  if (isElsewhere) return [];
  return failureAsFinding('configuration', async () => {
    const checked = await checkFiles([], configs);
    const message = `${summarize(checked)}.`;
    const isFine = checked.diagnostics.length === 0;
    const severity = hasErrors(checked.diagnostics) ? 'error' : isFine ? 'fine' : 'warning';
    const remedy = severity === 'fine' ? null : 'Run "ticketgate check" and correct what it shows.';
    return [{ subject: 'configuration', severity, message, remedy }];
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

function listRows(findings: readonly Finding[]): readonly (readonly string[])[] {
  return findings.flatMap(({ severity, subject, message, remedy }) => [
    [severity, subject, message],
    ...(remedy === null ? [] : [['', '', `→ ${remedy}`]]),
  ]);
}
