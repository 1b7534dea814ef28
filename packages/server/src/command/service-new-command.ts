import { writeDefinition, type WantedOperation } from '@ticketgate/admin';
import type { OperationRegistry } from '@ticketgate/gateway';
import type { AnswerForm, ProfileName } from '@ticketgate/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { loadPlugins } from '../plugins/load-plugins.js';
import { registerPlugins } from '../plugins/register-plugins.js';
import { configurationFor } from './command-context.js';
import { ask, sayProgress, writeOutput } from './terminal.js';

interface NewOptions {
  readonly operation?: readonly WantedOperation[];
  readonly profile: ProfileName;
  readonly answer: AnswerForm;
  readonly description: string;
  readonly output?: string;
}

/** `service new`: a start for a definition, from the known operations. No database is needed. */
export function addServiceNewCommand(service: Command): void {
  service
    .command('new')
    .description('write a commented definition for operations that you choose')
    .option(
      '--operation <type>',
      "for example Ticket::TicketGet, or with methods and route 'Ticket::TicketGet GET,POST /ticket/:TicketID'; may be given several times; asked for otherwise",
      collectOperation,
    )
    .addOption(new Option('--profile <name>').choices(['contract', 'otobo']).default('contract'))
    .addOption(new Option('--answer <form>').choices(['flat', 'envelope', 'problem']).default('flat'))
    .option('--description <text>', 'what the web service is for', '')
    .option('--output <file>', 'default: standard output')
    .action(async ({ operation, output, ...rest }: NewOptions, command: Command) => {
      const { configuration, root } = configurationFor(command);
      const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root));
      const wanted = operation ?? (await askForOperations(operations));
      await writeOutput(output, writeDefinition({ ...rest, operations: wanted }, operations));
      if (output !== undefined) sayProgress(`Written. To serve it, run: ticketgate service import ${output}`);
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

async function askForOperations(operations: OperationRegistry): Promise<readonly WantedOperation[]> {
  const types = operations.types();
  const list = types.map((type, place) => `${String(place + 1).padStart(3)}  ${type}`).join('\n');
  const answer = await ask(`${list}\nNumbers of the operations, separated by spaces: `);
  if (answer === undefined) {
    throw new ConfigurationError(`Name the operations with --operation. There are: ${types.join(', ')}.`);
  }
  const chosen = answer.split(/[\s,]+/).filter(Boolean);
  return chosen.map((word) => ({ type: types[Number(word) - 1] ?? word }));
}
