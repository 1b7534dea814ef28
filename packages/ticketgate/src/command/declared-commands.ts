import {
  Argument,
  InvalidArgumentError,
  Option,
  type CommandUnknownOpts as Command,
} from '@commander-js/extra-typings';
import { UnfitWord, type AnyCommand, type Word, type WordForm } from '@ticketgate/admin';
import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';
import { toMembers } from '@ticketgate/sdk/schema';

import { COMMENT, parseCount } from './program-options.js';
import { runDeclared } from './run-declared.js';

/** Adds a command that is declared beside its task: arguments, options, help and output come from the declaration. */
export function addDeclaredCommand(program: Command, declared: AnyCommand): void {
  const [path = '', ...places] = declared.usage.split(/ (?=[<[])/);
  const steps = path.split(' ');
  const group = openGroup(program, steps.slice(0, -1));
  if (declared.group !== undefined) group.description(declared.group);
  const command = group.command(steps.at(-1) ?? '').description(declared.about ?? '');
  if (declared.alias !== undefined) command.alias(declared.alias);
  const readWords = addWords(command, declared, places);
  addSharedOptions(command, declared);
  command.action(() => runDeclared(command, declared, readWords()));
}

/** The group of a command, which is made when it is first needed. */
export function openGroup(program: Command, steps: readonly string[]): Command {
  let group = program;
  for (const step of steps) group = group.commands.find((each) => each.name() === step) ?? group.command(step);
  return group;
}

/** Adds the arguments and options that are members of the input; the result reads them from the command line. */
function addWords(command: Command, { input, words = {} }: AnyCommand, places: readonly string[]): () => Data {
  const members = toMembers(input);
  const required = Array.isArray(input.required) ? input.required : [];
  const options = new Map(Object.entries<WordForm | undefined>(words).map(([member, form]) => [member, toWord(form)]));
  const named = places.map((place) => {
    const member = findMember(place, options);
    const word = options.get(member) ?? { flags: place };
    options.delete(member);
    const argument = new Argument(place, word.about ?? '').default(word.default);
    readWith(argument, toSchema(members, member), word);
    command.addArgument(argument);
    return member;
  });
  for (const [member, word] of options)
    command.addOption(asOption(word, toSchema(members, member)).makeOptionMandatory(required.includes(member)));
  return () => {
    const flags: Data = command.opts();
    return withoutAbsent([
      ...named.map((member, place) => [member, command.processedArgs[place]] as const),
      ...[...options].map(([member, word]) => [member, flags[new Option(word.flags).attributeName()]] as const),
    ]);
  };
}

function toWord(form: WordForm = ''): Word {
  if (typeof form === 'string') return { flags: form };
  return 'flags' in form ? form : { flags: form[0], about: form[1] };
}

/** The member of an argument has its name, unless the declaration says otherwise. */
function findMember(place: string, words: ReadonlyMap<string, Word>): string {
  const [member] = [...words].find(([, { flags }]) => flags === place) ?? [];
  const name = place.replaceAll(/[<>[\].]/g, '');
  return member ?? name.replaceAll(/-(\w)/g, (_part, letter: string) => letter.toUpperCase());
}

function toSchema(members: Data, member: string): JsonSchema {
  const schema = members[member];
  return isData(schema) ? schema : {};
}

function asOption(word: Word, schema: JsonSchema): Option {
  const { flags, about = schema.description, conflicts = [] } = word;
  const option = new Option(flags, typeof about === 'string' ? about : undefined).conflicts([...conflicts]);
  if (!flags.includes(' ')) return option;
  readWith(option, schema, word);
  const byDefault = word.default ?? schema.default;
  return byDefault === undefined ? option : option.default(byDefault);
}

function listChoices({ enum: several, const: one }: JsonSchema): readonly string[] | undefined {
  if (typeof one === 'string') return [one];
  return Array.isArray(several) ? several.map(String) : undefined;
}

function readWith(place: Option | Argument, schema: JsonSchema, word: Word): void {
  const choices = listChoices(schema);
  if (choices === undefined) place.argParser(makeReader(schema, word));
  else place.choices(choices);
}

/** Reads one word; lists collect several. */
function makeReader(schema: JsonSchema, { read }: Word): (text: string, earlier: unknown) => unknown {
  const isList = [schema.type].flat().includes('array');
  const each = isList && isData(schema.items) ? schema.items : schema;
  const readOne = read ?? (each.type === 'integer' ? parseCount : (text: string) => text);
  const readWord = (text: string): unknown => {
    try {
      return readOne(text);
    } catch (error) {
      throw error instanceof UnfitWord ? new InvalidArgumentError(error.message) : error;
    }
  };
  if (!isList) return readWord;
  return (text, earlier) => [earlier ?? [], readWord(text)].flat();
}

/** An argument that may be given several times, and is not, is an empty list. */
function withoutAbsent(entries: readonly (readonly [string, unknown])[]): Data {
  const isThere = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(entries.filter(([, value]) => isThere(value)));
}

const URL_ABOUT = 'administer this server instead of the database here; TICKETGATE_API_KEY has its API key';

function addSharedOptions(command: Command, declared: AnyCommand): void {
  const { input, confirm, asks, isFile, table, json, formats = ['text', 'json'], isLocal = false } = declared;
  if (confirm !== undefined || asks) command.option('--yes', 'do not ask');
  if (isFile) command.option('--output <file>', 'default: standard output');
  if (table !== undefined || json !== undefined)
    command.addOption(new Option('--format <format>').choices(formats).default('text'));
  if ('comment' in toMembers(input)) command.option(...COMMENT);
  if (!isLocal) command.option('--url <url>', URL_ABOUT);
}
