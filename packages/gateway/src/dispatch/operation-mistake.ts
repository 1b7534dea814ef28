import { inspect } from 'node:util';
import { isData, suggest, withSuggestion } from '@ticketgate/sdk';

const TYPE = /^[A-Za-z]\w*::[A-Za-z]\w*$/;
const EFFECTS = ['reads', 'writes'];
const CHECKS = ['schema', 'own'];
const TRANSACTIONS = ['own'];

/** The reason why a value is not an operation, apart from its schema; undefined if it is one. Plugins may be written without types. */
export function operationMistake(operation: unknown): string | undefined {
  if (!isData(operation)) return 'it is not an object. Make it with defineOperation.';
  const { type, effect, checks = 'schema', transaction = 'own', run } = operation;
  if (typeof type !== 'string' || !TYPE.test(type))
    return 'its type is not of the form Namespace::Name. Write for example "Custom::Greet".';
  if (!isOneOf(EFFECTS, effect)) return wrongWord('effect', effect, EFFECTS);
  if (!isOneOf(CHECKS, checks)) return wrongWord('checks', checks, CHECKS);
  if (!isOneOf(TRANSACTIONS, transaction)) return wrongWord('transaction', transaction, TRANSACTIONS);
  if (typeof run !== 'function') return 'it has no function "run". Add async run(input, context) { … }.';
  return undefined;
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}

function wrongWord(member: string, value: unknown, words: readonly string[]): string {
  const shown = typeof value === 'string' ? `"${value}"` : inspect(value);
  const came = value === undefined ? `it has no ${member}` : `its ${member} is ${shown}`;
  const sentence = `${came}; write ${words.map((word) => `"${word}"`).join(' or ')}.`;
  return withSuggestion(sentence, typeof value === 'string' ? suggest(value, words) : undefined);
}
