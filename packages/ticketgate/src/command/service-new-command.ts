import { NEW_TRANSPORTS, writeDefinition, type NewTransport, type WantedOperation } from '@ticketgate/admin';
import type { OperationRegistry } from '@ticketgate/gateway';
import type { AnswerForm, ProfileName } from '@ticketgate/sdk';
import { InvalidArgumentError, Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError, loadPlugins, registerPlugins } from '@ticketgate/runtime';

import { configurationFor } from './command-context.js';
import { type Ask, prompt, printProgress, writeOutput } from './terminal.js';

/** The answers that `service new` needs. */
interface NewOptions {
  readonly operation?: readonly WantedOperation[];
  readonly profile: ProfileName;
  readonly answer: AnswerForm;
  readonly transport: NewTransport;
  readonly description: string;
  readonly output?: string | undefined;
}

const PROFILES = ['contract', 'otobo', 'znuny', 'otrs'] as const satisfies readonly ProfileName[];
const ANSWERS = ['flat', 'envelope', 'problem'] as const satisfies readonly AnswerForm[];

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

interface Known {
  /** The operation types. */
  readonly types: readonly string[];
  /** Given or by default. */
  readonly options: NewOptions;
  readonly isGiven: (name: keyof NewOptions) => boolean;
}

/** Asks for the operations, and for what is not given; Enter takes the default. */
async function promptForDefinition(
  ask: Ask,
  { types, options, isGiven }: Known,
): Promise<NewOptions & Required<Pick<NewOptions, 'operation'>>> {
  const { description, profile, answer, transport, output } = options;
  return {
    operation: await askForOperations(ask, types),
    description: isGiven('description') ? description : await ask('What the web service is for [nothing]: '),
    profile: isGiven('profile') ? profile : await askForOneOf(ask, 'Profile', { words: PROFILES, usual: profile }),
    answer: isGiven('answer') ? answer : await askForOneOf(ask, 'Answers', { words: ANSWERS, usual: answer }),
    transport,
    ...(isGiven('output') ? { output } : await askForFile(ask)),
  };
}

async function askForOperations(ask: Ask, types: readonly string[]): Promise<readonly WantedOperation[]> {
  printProgress(types.map((type, place) => `${String(place + 1).padStart(3)}  ${type}`).join('\n'));
  for (;;) {
    const words = (await ask('Numbers of the operations, separated by spaces: ')).split(/[\s,]+/).filter(Boolean);
    const wrong = words.find((word) => typeOf(word, types) === undefined);
    if (words.length > 0 && wrong === undefined) return words.map((word) => ({ type: typeOf(word, types) ?? word }));
    printProgress(
      wrong === undefined
        ? 'A web service needs an operation. Write at least one number.'
        : `"${wrong}" is not in the list. Write numbers from 1 to ${types.length}.`,
    );
  }
}

/** The operation type with this number or name. */
function typeOf(word: string, types: readonly string[]): string | undefined {
  return types[Number(word) - 1] ?? types.find((type) => type === word);
}

interface Choice<Word extends string> {
  readonly words: readonly Word[];
  readonly usual: Word;
}

async function askForOneOf<Word extends string>(ask: Ask, name: string, { words, usual }: Choice<Word>): Promise<Word> {
  for (;;) {
    const word = await ask(`${name}: ${words.join(', ')} [${usual}]: `);
    const chosen = word === '' ? usual : words.find((each) => each === word);
    if (chosen !== undefined) return chosen;
    printProgress(`"${word}" is not one of them. Write one of: ${words.join(', ')}.`);
  }
}

async function askForFile(ask: Ask): Promise<Pick<NewOptions, 'output'>> {
  const output = await ask('File [standard output]: ');
  return output === '' ? {} : { output };
}
