import { NEW_FORMS, writeDefinition, type WantedOperation } from '@ticketgate/admin';
import { InvalidArgumentError, Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, loadPlugins, registerPlugins } from '@ticketgate/runtime';

import { configurationFor } from './command-context.js';
import { printProgress, writeOutput } from './terminal.js';

const ABOUT = {
  profile: 'contract refuses what it does not know; otobo, znuny and otrs answer as these systems do',
  answer: 'flat: the data alone; envelope: Success, ErrorMessage and Data; problem: RFC 9457',
  transport: 'rest: HTTP::REST, JSON; soap: HTTP::SOAP, XML; soap has no routes',
} as const;

/** `service new`: a start for a definition, from the known operations. No database is needed. */
export function addServiceNewCommand(service: Command): void {
  service
    .command('new')
    .description('write a commented definition for operations that you choose')
    .option(
      '--operation <type>',
      "for example Ticket::TicketGet, or with methods and route 'Ticket::TicketGet GET,POST /ticket/:TicketID'; may be given several times",
      collectOperation,
    )
    .addOption(new Option('--profile <name>', ABOUT.profile).choices(NEW_FORMS.profile).default('contract' as const))
    .addOption(new Option('--answer <form>', ABOUT.answer).choices(NEW_FORMS.answer).default('flat' as const))
    .addOption(new Option('--transport <name>', ABOUT.transport).choices(NEW_FORMS.transport).default('rest' as const))
    .option('--description <text>', 'what the web service is for', '')
    .option('--output <file>', 'default: standard output')
    .action(async ({ operation, output, ...forms }, command) => {
      const { configuration, root } = configurationFor(command);
      const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root), { isCalled: false });
      if (operation === undefined) {
        const types = operations.types().join(', ');
        throw new ConfigurationError(`Name the operations with --operation. There are: ${types}.`);
      }
      await writeOutput(output, writeDefinition({ ...forms, operations: operation }, operations), { isNew: true });
      if (output !== undefined) printProgress(`Written. To serve it, run: ticketgate service import ${output}`);
    });
}

const OPERATION = /^(?<type>\w+::\w+)(?: (?<methods>[A-Z]+(?:,[A-Z]+)*))?(?: (?<route>\/\S*))?$/;

function collectOperation(text: string, earlier: readonly WantedOperation[] = []): readonly WantedOperation[] {
  const found = OPERATION.exec(text)?.groups;
  if (found?.type === undefined) {
    throw new InvalidArgumentError(
      "Write a type, for example Ticket::TicketGet, or 'Ticket::TicketGet GET,POST /ticket/:TicketID'.",
    );
  }
  return [...earlier, { type: found.type, methods: found.methods?.split(','), route: found.route }];
}
