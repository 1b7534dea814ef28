import { invokersOf, openApiOf, yamlChunks, type OpenApiDocument } from '@ticketgate/describe';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { type System, version } from '@ticketgate/runtime';

import { withSystem } from './command-context.js';
import { getStoredService } from './stored-service.js';
import { writeOutput } from './terminal.js';

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI document of a web service')
    .argument('<service>')
    .addOption(new Option('--format <format>').choices(['json', 'yaml']).default('json'))
    .option('--output <file>', 'default: standard output')
    .option('--url <url>', 'address of the server, for example https://tickets.example.org; default: none')
    .action(async (name, { format, output, url }, command) => {
      await withSystem(command, async (system) => {
        const document = await documentOf(system, name, url);
        const text =
          format === 'yaml' ? [...yamlChunks(document)].join('') : `${JSON.stringify(document, undefined, 2)}\n`;
        await writeOutput(output, text);
      });
    });
}

async function documentOf(system: System, name: string, url: string | undefined): Promise<OpenApiDocument> {
  const { webService, operations } = await getStoredService(system, name);
  const cookieName = system.settings.text('SessionName');
  const serverURL = url?.replace(/\/+$/, '');
  return openApiOf({ name, webService, cookieName, invokers: invokersOf(system.plugins) }, operations, {
    version,
    ...(serverURL === undefined ? {} : { serverURL }),
  });
}
