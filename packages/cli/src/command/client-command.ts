import { writeFile } from 'node:fs/promises';
import { describeService, type DescribedService } from '@ticketgate/describe';
import { Option, type Command } from 'commander';
import { ConfigurationError, type System } from '@ticketgate/runtime';

import { withSystem } from './command-context.js';
import { getStoredService } from './stored-service.js';
import { printLine } from './terminal.js';

interface ClientOptions {
  readonly language: 'typescript' | 'python';
  readonly out: string;
}

export function addClientCommand(program: Command): void {
  program
    .command('client')
    .description('write a typed client of a web service: one file without dependencies')
    .argument('<service>')
    .requiredOption('--out <file>', 'for example client.ts')
    .addOption(new Option('--language <language>').choices(['typescript', 'python']).default('typescript'))
    .action(async (name: string, { language, out }: ClientOptions, command: Command) => {
      const service = await withSystem(command, (system) => describe(system, name));
      const { writeClient } = await import('@ticketgate/client');
      await write(out, await writeClient(service, language));
      printLine(`${out} has ${service.operations.length} operations of ${name}.`);
      for (const { name: operation, reason } of service.unreachable) printLine(`Without ${operation}: ${reason}`);
    });
}

async function describe(system: System, name: string): Promise<DescribedService> {
  const { webService, operations } = await getStoredService(system, name);
  return describeService({ name, webService }, operations);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`${file} cannot be written: ${reason}. Correct the path of --out.`, { cause });
  }
}
