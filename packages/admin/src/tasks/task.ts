import type { AccountsChange } from '@ticketgate/accounts';
import type { AuditEntry } from '@ticketgate/database';
import type { OpenMcpEndpoint } from '@ticketgate/gateway';
import type { Invokers, LoadedConfiguration, PluginProblem, ReadyOperations, System } from '@ticketgate/runtime';
import type { Data, ErrorKind, JsonSchema, ValueOf } from '@ticketgate/sdk';

import type { AdminSystem, Author, DefinitionCounts } from '../admin-system.js';
import type { GatewayQueues } from './schemas.js';
import type { Need } from './scope.js';
import type { AdminReply } from './admin-reply.js';

/** The system with the services of its administration. */
export interface TaskSystem extends System, AdminSystem {
  /** Operations that can be called. */
  ready(): Promise<ReadyOperations>;
  /** Calls invokers. */
  invokers(): Promise<Invokers>;
  readonly counts: { of(text: string): Promise<DefinitionCounts> };
  readonly pluginProblems: readonly PluginProblem[];
  /** The queues of the gateway; null in processes that do not serve web services. */
  queues(): GatewayQueues | null;
  /** Opens the tools of a web service, for requests of agents that are tried. */
  readonly openMcpEndpoint?: OpenMcpEndpoint | undefined;
}

/** The author of a task, and the system that it runs on. */
export interface TaskContext {
  readonly system: TaskSystem;
  readonly author: Author;
}

/** What the audit log has of a task in addition to who ran it, from where, and the comment in its input. */
export type AuditWords = Pick<AuditEntry, 'action' | 'subject' | 'before' | 'after'>;

/** What was before and after, where the input and the answer of a task do not say it. */
export type AuditStates = Pick<AuditEntry, 'before' | 'after'>;

/** What a task works with while it runs. */
export interface RunContext extends TaskContext {
  /** Changes accounts and writes the entry of the task in one transaction: both are done or neither. What it resolves to is the answer. */
  readonly change: <Result>(
    change: (accounts: AccountsChange) => Promise<Result>,
    states?: AuditStates,
  ) => Promise<Result>;
  /** Writes the entry of the task now, without an answer: for what no transaction undoes. */
  readonly record: (states?: AuditStates) => Promise<void>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What routes say of a task, too. */
export interface TaskParts {
  /** A sentence for the documentation of the API. */
  readonly summary: string;
  /** Undefined if there is nothing to answer. */
  readonly answer?: JsonSchema;
  /** In addition to those of every request. */
  readonly errors?: readonly ErrorKind[];
  /** The right that it takes. Default: `everything`. */
  readonly needs?: Need;
  /** Most bytes of the body. */
  readonly bodyBytes?: number;
  /** Of the answer; default: JSON. */
  readonly mediaType?: string;
}

/**
 * A task of administrators: declared once for its route, its description in the API, and its command. Neither of them checks, changes or
 * records anything itself.
 */
export interface Task<Input, Result> extends TaskParts {
  /** Its route below `/admin/api`; undefined for what only runs beside the database. */
  readonly at?: `${Method} /${string}`;
  /** An object schema for the input. */
  readonly input: JsonSchema;
  /** Its entry in the audit log, which is written where `run` calls `change` or `record`. */
  readonly audit?: (input: Input, answer: Result) => AuditWords;
  /** @param input fits the schema */
  readonly run: (input: Input, context: RunContext) => Promise<Result>;
  /** Members that the path names differently, by the names in the path: needed if the body has a member of that name. */
  readonly pathNames?: Readonly<Record<string, string>>;
  /** Adds headers to the answer. */
  readonly reply?: (result: Result, input: Input) => AdminReply;
  readonly command?: CommandParts<Input, Result>;
}

/** Any task: for lists of them. */
export type AnyTask = Omit<Task<never, unknown>, OfResult> & Pick<Task<never, never>, OfResult>;
type OfResult = 'audit' | 'reply' | 'command';

/**
 * A task of administrators, with the type of its input from its schema.
 *
 * @example
 * const renameThing = task({
 *   at: 'PATCH /things/:name',
 *   summary: 'Gives a thing another name.',
 *   input: inputObject({ name: word, newName: word }),
 *   run: async ({ name, newName }, { system }) => system.things.rename(name, newName),
 *   command: {
 *     usage: 'thing rename <name> <new-name>',
 *     about: 'give a thing another name',
 *     print: (_answer, { name, newName }) => `thing "${name}" renamed to "${newName}"`,
 *   },
 * });
 */
export function task<const Input, Result, Value = ValueOf<Input>>(
  declared: Task<Value, Result> & { readonly input: Input },
): Task<Value, Result> {
  return declared;
}

/** An answer as JSON has it, whether it comes from here or from a server elsewhere. */
export type Answer<Result> = Result extends Date
  ? string
  : Result extends readonly (infer Item)[]
    ? readonly Answer<Item>[]
    : Result extends object
      ? { readonly [Name in keyof Result]: Answer<Result[Name]> }
      : Result;

/** What a task answers, as {@link Answer}. */
export type AnswerOf<Declared extends { run(...parts: never): Promise<unknown> }> = Answer<
  Awaited<ReturnType<Declared['run']>>
>;

/** Input as callers write it: the schema reports missing members. */
export type LooseInput<Input> = { readonly [Name in keyof Input]?: Input[Name] | Readonly<Input[Name]> | undefined };

/** What a command works with: the tasks, wherever they run, and the terminal. */
export interface CommandContext {
  /** Runs a task beside the database, or on the server that `--url` names. */
  readonly call: <Input, Result>(task: Task<Input, Result>, input: LooseInput<Input>) => Promise<Answer<Result>>;
  /** Whether the tasks run on a server elsewhere. */
  readonly isElsewhere: boolean;
  /** The system itself, for what has no task. @throws ConfigurationError if the tasks run elsewhere */
  readonly here: () => Promise<TaskContext>;
  /** Writes a sentence to standard error. */
  readonly note: (sentence: string) => void;
  /** Asks at the terminal, unless `--yes` is given: for commands that say `asks`. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** The files of `--config`. */
  readonly configs: readonly string[];
  readonly configuration: () => LoadedConfiguration;
}

/** How a member of the input is written: `--agent <login>`, or `<login>` for an argument. */
export interface Word {
  readonly flags: string;
  /** Default: the description of the member. */
  readonly about?: string;
  /** Default: as the schema says. @throws UnfitWord */
  readonly read?: (text: string) => unknown;
  readonly default?: string | number;
  /** Names of options that exclude it. */
  readonly conflicts?: readonly string[];
}

/** The short form has flags and perhaps a text for the help. */
export type WordForm = string | readonly [flags: string, about: string] | Word;

type Words<Input> = Readonly<Partial<Record<keyof Input & string, WordForm>>>;

export interface CommandParts<Input, Result> {
  /** The words of the command and its arguments, which are members of the input: `api-key rotate <name>`. */
  readonly usage: string;
  /** For the help. */
  readonly about?: string;
  /** For the help: what all commands with the first word are for. One of them says it. */
  readonly group?: string;
  readonly alias?: string;
  /** Members of the input that are options, and arguments with a text or another name. */
  readonly words?: Words<NoInfer<Input>>;
  /** The member that is read from standard input, and whose password it is. */
  readonly password?: 'agent' | 'customer';
  /** Refuses words that do not go together. @throws ConfigurationError */
  readonly check?: (input: Input) => void;
  /** Asks before anything happens, unless `--yes` is given. */
  readonly confirm?: Confirmation<Input>;
  /** It asks on its way, unless `--yes` is given. */
  readonly asks?: true;
  /** What people read on standard output; rows become aligned columns. An answer that is lines is printed as they come. */
  readonly print?: (answer: Answer<Result>, input: Input) => string | readonly (readonly string[])[];
  /** A list has a line for each entry. */
  readonly table?: Table<Answer<Result>>;
  /** Default: `text` and `json`. */
  readonly formats?: readonly string[];
  /** What is printed goes to a file with `--output`, and has its line ends already. */
  readonly isFile?: true;
  /** With `--format json`, this of the answer. */
  readonly json?: (answer: Answer<Result>) => unknown;
  /** Sentences for standard error. */
  readonly notes?: (answer: Answer<Result>, input: Input) => readonly string[];
  /** It runs beside the database only. */
  readonly isLocal?: boolean;
  /** Exit code 1. */
  readonly isFailed?: (answer: Answer<Result>, input: Input) => boolean;
}

export interface Confirmation<Input> {
  readonly question: (input: Input) => string;
  /** A script has to say `--yes`, otherwise nothing is done; by default a script has decided already. */
  readonly isStrict?: true;
}

type ItemOf<Answered> = Answered extends { readonly items: readonly (infer Item)[] } ? Item : never;

interface Table<Answered, Item = ItemOf<Answered>> {
  readonly headings: string | ((answer: Answered) => string);
  readonly cells: (item: Item, answer: Answered) => readonly string[];
}

/** A command of its own, which calls several tasks or one in a way of its own. */
export interface Command<Input, Result> extends CommandParts<Input, Result> {
  readonly input: JsonSchema;
  readonly run: (input: Input, context: CommandContext) => Promise<Result>;
}

/** Any command, for callers that have compared the input with its schema. */
export interface AnyCommand extends Omit<Command<Data, unknown>, 'table'> {
  readonly table?: Table<unknown, unknown>;
}

export function command<const Input, Result, Value = ValueOf<Input>>(
  declared: Command<Value, Result> & { readonly input: Input },
): AnyCommand {
  return anyCommand(declared);
}

/** What a task says of its command, as a command. */
export function makeCommand(task: AnyTask, parts: CommandParts<never, never>): AnyCommand {
  // The same holds for the task: see {@link anyCommand}.
  const run = (input: Data, { call }: CommandContext) => call(task as Task<Data, unknown>, input);
  return anyCommand({ isLocal: task.at === undefined, ...parts, input: task.input, run });
}

/** Types cannot say that an input that fits the schema has the type of that schema, and the answer that of the run. */
function anyCommand(declared: Pick<Command<never, unknown>, 'input' | 'run' | 'usage'>): AnyCommand {
  return declared as AnyCommand;
}
