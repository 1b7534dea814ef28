import { getService } from '@ticketgate/admin';
import { loadWebService } from '@ticketgate/definition';
import { writeOpenApi, type OpenApiDocument } from '@ticketgate/describe';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, type System, version } from '@ticketgate/runtime';
import type { Operation } from '@ticketgate/sdk';

import { withSystem } from './command-context.js';
import { writeOutput } from './terminal.js';

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI document of a web service')
    .argument('<service>')
    .option('--output <file>', 'default: standard output')
    .option('--url <url>', 'address of the server, for example https://tickets.example.org; default: none')
    .action(async (name, { output, url }, command) => {
      await withSystem(command, async (system) => {
        const document = await makeOpenApi(system, name, url);
        await writeOutput(output, `${JSON.stringify(document, undefined, 2)}\n`);
      });
    });
}

/** @throws ConfigurationError if it cannot be served, OperationError `Admin.ServiceUnknown` */
async function makeOpenApi(system: System, name: string, url: string | undefined): Promise<OpenApiDocument> {
  const { config } = await getService(system, name);
  const { webService } = loadWebService(config, name, { usualProfile: system.host.profile });
  if (webService === undefined)
    throw new ConfigurationError(`The web service "${name}" cannot be served. "ticketgate service list" says why.`);
  const operations = system.plugins.flatMap((plugin) => plugin.operations);
  const cookieName = system.settings.text('SessionName');
  const serverURL = url?.replace(/\/+$/, '');
  return writeOpenApi(
    { name, webService, cookieName },
    new Map<string, Operation>(operations.map((each) => [each.type, each])),
    { version, ...(serverURL === undefined ? {} : { serverURL }) },
  );
}
