import { writeFile } from 'node:fs/promises';
import { loadWebService } from '@ticketgate/definition';
import { openApiOf, type OpenApiDocument } from '@ticketgate/describe';
import { Option, type Command } from 'commander';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { toYAML } from '../documentation/service-documents.js';
import type { System } from '../system/open-system.js';
import { version } from '../version.js';
import { withSystem } from './command-context.js';

interface OpenApiOptions {
  readonly format: 'json' | 'yaml';
  readonly output?: string;
  readonly url?: string;
}

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI document of a web service')
    .argument('<service>')
    .addOption(new Option('--format <format>').choices(['json', 'yaml']).default('json'))
    .option('--output <file>', 'default: standard output')
    .option('--url <url>', 'address of the server, for example https://tickets.example.org; default: none')
    .action(async (name: string, { format, output, url }: OpenApiOptions, command: Command) => {
      await withSystem(command, async (system) => {
        const document = await documentOf(system, name, url);
        const text = format === 'yaml' ? toYAML(document) : `${JSON.stringify(document, undefined, 2)}\n`;
        if (output === undefined) process.stdout.write(text);
        else await writeText(output, text);
      });
    });
}

async function documentOf(system: System, name: string, url: string | undefined): Promise<OpenApiDocument> {
  const found = await system.services.find(name);
  if (found === undefined) {
    throw new ConfigurationError(`There is no web service "${name}". "ticketgate service list" shows all of them.`);
  }
  const { webService } = loadWebService(found.config, name);
  if (webService === undefined) {
    throw new ConfigurationError(`The web service "${name}" cannot be served. "ticketgate service list" says why.`);
  }
  const operations = new Map(
    system.plugins.flatMap((plugin) => plugin.operations.map((each) => [each.type as string, each])),
  );
  const cookieName = system.settings.text('SessionName');
  const serverURL = url?.replace(/\/+$/, '');
  return openApiOf({ name, webService, cookieName }, operations, {
    version,
    ...(serverURL === undefined ? {} : { serverURL }),
  });
}

async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --output.`, { cause });
  }
}
