import { describeService, type DescribedService } from '@ticketgate/describe';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, type System } from '@ticketgate/runtime';

import { withSystem } from './command-context.js';
import { getStoredService } from './stored-service.js';
import { printLine, writeOutput } from './terminal.js';

export function addClientCommand(program: Command): void {
  program
    .command('client')
    .description('write a typed client of a web service: one file without dependencies')
    .argument('<service>')
    .requiredOption('--out <file>', 'for example client.ts')
    .addOption(new Option('--language <language>').choices(['typescript', 'python']).default('typescript'))
    .action(async (name, { language, out }, command) => {
      const service = await withSystem(command, (system) => describe(system, name));
      if (service.soap !== undefined)
        throw new ConfigurationError(
          `"${name}" is called over SOAP. Generate a client from its WSDL, ${service.paths[0] ?? ''}?wsdl.`,
        );
      const { writeClient } = await import('@ticketgate/client');
      await writeOutput(out, await writeClient(service, language));
      printLine(`${out} has ${service.operations.length} operations of ${name}.`);
      for (const { name: operation, reason } of service.unreachable) printLine(`Without ${operation}: ${reason}`);
    });
}

async function describe(system: System, name: string): Promise<DescribedService> {
  const { webService, operations } = await getStoredService(system, name);
  return describeService({ name, webService }, operations);
}
