import { writeFile } from 'node:fs/promises';
import { loadWebService } from '@ticketgate/definition';
import { describeService, type DescribedService } from '@ticketgate/describe';
import { Option, type Command } from 'commander';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { System } from '../system/open-system.js';
import { withSystem } from './command-context.js';
import { say } from './terminal.js';

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
      say(`${out} has ${service.operations.length} operations of ${name}.`);
      for (const { name: operation, reason } of service.unreachable) say(`Without ${operation}: ${reason}`);
    });
}

async function describe(system: System, name: string): Promise<DescribedService> {
  const found = await system.services.find(name);
  if (found === undefined) {
    throw new ConfigurationError(`There is no web service "${name}". "ticketgate service list" shows all of them.`);
  }
  const { webService } = loadWebService(found.config, name);
  if (webService === undefined) {
    throw new ConfigurationError(`The web service "${name}" cannot be served. "ticketgate service list" says why.`);
  }
  const operations = system.plugins.flatMap((plugin) => plugin.operations);
  return describeService({ name, webService }, new Map(operations.map((each) => [each.type as string, each])));
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError(`${file} cannot be written: ${reason}. Correct the path of --out.`, { cause });
  }
}
