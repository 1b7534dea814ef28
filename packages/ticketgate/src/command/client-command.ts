import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';

/** It wrote clients until there were generators for our documents; it says so for one version. */
export function addClientCommand(program: Command): void {
  program
    .command('client', { hidden: true })
    .argument('[service]')
    .allowUnknownOption()
    .allowExcessArguments()
    .action((name = '<service>') => {
      throw new ConfigurationError(
        `"ticketgate client" is gone: generators make clients of the OpenAPI document. Run "ticketgate openapi ${name} --output api.json" and ` +
          '"npx openapi-typescript api.json -o client.ts"; docs/http-clients.md has an example.',
      );
    });
}
