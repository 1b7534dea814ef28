import { NEW_TRANSPORTS, writeDefinition, type WantedOperation } from '@ticketgate/admin';
import type { OperationRegistry } from '@ticketgate/gateway';
import { InvalidArgumentError, Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, loadPlugins, registerPlugins } from '@ticketgate/runtime';

import { ANSWERS, promptForDefinition, PROFILES, type NewOptions } from './prompt-for-definition.js';
import { configurationFor } from './command-context.js';
import { prompt, printProgress, writeOutput } from './terminal.js';

/** `service new`: a start for a definition, from the known operations. No database is needed. */
export function addServiceNewCommand(service: Command): void {
  service
    .command('new')
    .description('write a commented definition for operations that you choose')
    .option(
      '--operation <type>',
      "for example Ticket::TicketGet, or with methods and route 'Ticket::TicketGet GET,POST /ticket/:TicketID'; may be given several times; without it you are asked for all of this",
      collectOperation,
    )
    .addOption(
      new Option(
        '--profile <name>',
        'contract refuses what it does not know; otobo, znuny and otrs answer as these systems do',
      )
        .choices(PROFILES)
        .default('contract'),
    )
    .addOption(
      new Option('--answer <form>', 'flat: the data alone; envelope: Success, ErrorMessage and Data; problem: RFC 9457')
        .choices(ANSWERS)
        .default('flat'),
    )
    .addOption(
      new Option('--transport <name>', 'rest: HTTP::REST, JSON; soap: HTTP::SOAP, XML; soap has no routes')
        .choices(NEW_TRANSPORTS)
        .default('rest' as const),
    )
    .option('--description <text>', 'what the web service is for', '')
    .option('--output <file>', 'default: standard output')
    .action(async (options, command) => {
      const { configuration, root } = configurationFor(command);
      const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root), { isCalled: false });
      const isGiven = (name: keyof NewOptions) => command.getOptionValueSource(name) === 'cli';
      const { operation, output, ...rest } = await askForRest(options, isGiven, operations);
      await writeOutput(output, writeDefinition({ ...rest, operations: operation }, operations), { isNew: true });
      if (output !== undefined) printProgress(`Written. To serve it, run: ticketgate service import ${output}`);
    });
}

/** @throws ConfigurationError when no operation is named, and nobody can be asked */
async function askForRest(
  options: NewOptions,
  isGiven: (name: keyof NewOptions) => boolean,
  operations: OperationRegistry,
): Promise<NewOptions & Required<Pick<NewOptions, 'operation'>>> {
  const { operation } = options;
  if (operation !== undefined) return { ...options, operation };
  const types = operations.types();
  const answers = await prompt((ask) => promptForDefinition(ask, { types, options, isGiven }));
  if (answers === undefined) {
    throw new ConfigurationError(`Name the operations with --operation. There are: ${types.join(', ')}.`);
  }
  return answers;
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
