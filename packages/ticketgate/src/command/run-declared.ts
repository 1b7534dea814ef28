import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import type { AnyCommand, CommandContext } from '@ticketgate/admin';
import { toMembers } from '@ticketgate/sdk/schema';
import { EXIT_CODE } from '@ticketgate/runtime';
import { isData, type Data } from '@ticketgate/sdk';

import { withTasks } from './call-task.js';
import {
  confirm,
  confirmDeletion,
  printLine,
  printProgress,
  readPassword,
  renderTable,
  writeOutput,
} from './terminal.js';

/** Options of declared commands that are not members of their input. */
interface Flags {
  readonly comment?: string;
  readonly yes?: true;
  readonly format?: string;
  readonly output?: string;
}

/** @param words the members of the input that the command line has */
export async function runDeclared(command: Command, declared: AnyCommand, words: Data): Promise<void> {
  const flags: Flags = command.opts();
  const { comment } = flags;
  const input: Data = comment === undefined ? words : { ...words, comment };
  declared.check?.(input);
  const password = await askPassword(command, declared);
  if (!(await isConfirmed(declared, input, flags))) return;
  await withTasks(command, async (context) => {
    const complete = { ...input, ...password };
    const run = declared.table === undefined ? declared.run : listPages(declared, context);
    await printAnswer(declared, { answer: await run(complete, context), input, flags });
  });
}

async function askPassword(command: Command, { password: kind }: AnyCommand): Promise<Data> {
  if (kind === undefined) return {};
  return { password: await readPassword(command.args[0] ?? '', kind) };
}

async function isConfirmed({ confirm: asked }: AnyCommand, input: Data, { yes }: Flags): Promise<boolean> {
  if (asked === undefined || yes === true) return true;
  const ask = asked.isStrict ? confirmDeletion : confirm;
  return ask(asked.question(input));
}

/** Entries that one page may have. */
const PAGE = 200;

/** Lists as many entries as are wanted, over several pages where the task has pages. */
function listPages(declared: AnyCommand, context: CommandContext): (input: Data) => Promise<Data> {
  const members = toMembers(declared.input);
  // What lists entries answers an object.
  const run = (input: Data) => declared.run(input, context) as Promise<Data>;
  if (!('limit' in members)) return run;
  return async (input) => {
    const from = 'before' in members && input.order !== 'oldest' ? 'before' : 'after';
    const answer = await takeAll(run, input, from);
    if (hasMore(answer) && declared.notes === undefined && from in (declared.words ?? {}))
      context.note(`Go on with --${from} ${JSON.stringify(answer.next)}`);
    return answer;
  };
}

async function takeAll(run: (input: Data) => Promise<Data>, input: Data, from: string): Promise<Data> {
  const most = Number(input.limit ?? Infinity);
  const items: unknown[] = [];
  let page: Data = {};
  do {
    const place = 'next' in page ? { [from]: page.next } : {};
    page = await run({ ...input, limit: Math.min(most - items.length, PAGE), ...place });
    items.push(...toItems(page));
  } while (hasMore(page) && page.isCutShort !== true && items.length < most);
  return { ...page, items };
}

function hasMore({ next = null }: Data): boolean {
  return next !== null;
}

function toItems(answer: unknown): readonly unknown[] {
  return isData(answer) && Array.isArray(answer.items) ? answer.items : [];
}

interface Answered {
  readonly answer: unknown;
  readonly input: Data;
  readonly flags: Flags;
}

async function printAnswer(declared: AnyCommand, answered: Answered): Promise<void> {
  const { answer, input, flags } = answered;
  for (const sentence of declared.notes?.(answer, input) ?? []) printProgress(sentence);
  if (declared.isFailed?.(answer, input) === true) process.exitCode = EXIT_CODE.failed;
  if (declared.isFile) await writeOutput(flags.output, printText(declared, answered));
  else for await (const line of isStream(answer) ? answer : printLines(declared, answered)) printLine(line);
}

/** Lines that come one after the other. */
function isStream(answer: unknown): answer is AsyncIterable<string> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

function printLines(declared: AnyCommand, answered: Answered): readonly string[] {
  const { answer, flags } = answered;
  if (flags.format === 'jsonl') return toItems(answer).map((item) => JSON.stringify(item));
  if (flags.format !== 'json') return [printText(declared, answered)].filter((text) => text !== '');
  return [JSON.stringify((declared.json ?? toItems)(answer), undefined, 2)];
}

/** The output for people. A list without entries may say why. */
function printText({ table, print }: AnyCommand, { answer, input }: Answered): string {
  const items = toItems(answer);
  if (table !== undefined && (items.length > 0 || print === undefined))
    return renderTable([
      (typeof table.headings === 'string' ? table.headings : table.headings(answer)).split(' '),
      ...items.map((item) => table.cells(item, answer)),
    ]);
  const text = print?.(answer, input) ?? '';
  return typeof text === 'string' ? text : renderTable(text);
}
