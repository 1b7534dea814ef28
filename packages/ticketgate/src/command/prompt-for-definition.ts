import type { NewTransport, WantedOperation } from '@ticketgate/admin';
import type { AnswerForm, ProfileName } from '@ticketgate/sdk';

import { printProgress, type Ask } from './terminal.js';

/** The answers that `service new` needs. */
export interface NewOptions {
  readonly operation?: readonly WantedOperation[];
  readonly profile: ProfileName;
  readonly answer: AnswerForm;
  readonly transport: NewTransport;
  readonly description: string;
  readonly output?: string | undefined;
}

export const PROFILES = ['contract', 'otobo', 'znuny', 'otrs'] as const satisfies readonly ProfileName[];
export const ANSWERS = ['flat', 'envelope', 'problem'] as const satisfies readonly AnswerForm[];

export interface Known {
  /** The operation types. */
  readonly types: readonly string[];
  /** Given or by default. */
  readonly options: NewOptions;
  readonly isGiven: (name: keyof NewOptions) => boolean;
}

/** Asks for the operations, and for what is not given; Enter takes the default. */
export async function promptForDefinition(
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
