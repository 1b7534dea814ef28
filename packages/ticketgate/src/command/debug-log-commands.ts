import { pipeline } from 'node:stream/promises';
import { DebugLog, type DebugLogContent } from '@ticketgate/database';
import {
  type Answer,
  type AnyCommand,
  toCaller,
  command,
  type CommandContext,
  describePage,
  describeReplayed,
  filterWords,
  getService,
  showMoment,
  getRequest,
  listRequests,
  type LooseInput,
  NONE_RECORDED,
  readDefinitionText,
  readServiceRecord,
  readTraffic,
  replayRequest,
  requestCells,
  requestFilter,
  RequestPlayer,
} from '@ticketgate/admin';
import { ConfigurationError, EXIT_CODE } from '@ticketgate/runtime';
import { type ValueOf, parseJson } from '@ticketgate/sdk';
import { flag, inputObject, optionalMembers, integer, text } from '@ticketgate/sdk/schema';

import { splitNames } from './program-options.js';
import { renderTable } from './terminal.js';

const FILTER = optionalMembers(requestFilter);

type Search = LooseInput<ValueOf<typeof FILTER>>;

/** Requests that one page may have. */
const PAGE = 200;

type Listed = Answer<Awaited<ReturnType<typeof listRequests.run>>>['items'][number];

const showCommand = command({
  usage: 'debug-log show <id>',
  about: 'show everything recorded about a request',
  input: inputObject({ id: text() }),
  words: {
    id: ['<id>', 'the number that lists show, or the id of the communication, the request (X-Request-Id) or its trace'],
  },
  run: ({ id }, context) => showRequest(id, context),
  json: ({ entries }) => entries,
  print: ({ shown }) => shown,
});

/** What is shown as JSON, and as text. */
interface Shown {
  readonly entries: readonly unknown[];
  readonly shown: string;
}

/** A host's own entries have no row of ours. */
async function showRequest(id: string, context: CommandContext): Promise<Shown> {
  try {
    const { contents, ...request } = await context.call(getRequest, { id });
    return { entries: contents, shown: `${renderTable([requestCells(request)])}\n\n${renderContents(contents)}` };
  } catch (cause) {
    if (context.isElsewhere) throw cause;
    const { system } = await context.here();
    const entries = await new DebugLog(system.database).contents(id);
    if (entries.length === 0) throw cause;
    return { entries, shown: renderContents(entries) };
  }
}

function renderContents(contents: readonly Pick<DebugLogContent, 'created' | 'level' | 'subject' | 'content'>[]) {
  return contents
    .map(({ created, level, subject, content }) =>
      [`${showMoment(created)}  ${level.padEnd(6)}  ${subject}`, formatContent(content ?? '')].join('\n').trimEnd(),
    )
    .join('\n\n');
}

/** JSON member by member, however it is stored; other texts unchanged. */
function formatContent(content: string): string {
  const value = /^[[{]/.test(content) ? parseJson(content) : undefined;
  return value === undefined ? content : JSON.stringify(value, undefined, 2);
}

const exportCommand = command({
  usage: 'debug-log export',
  about: 'write recorded requests with all that was recorded, one per line as JSON',
  input: optionalMembers({ ...requestFilter, limit: { ...integer(), default: 1000 } }),
  words: { ...filterWords, limit: ['--limit <count>', 'most requests to write, the newest'] },
  run: (search, context) => pipeline(exportLines(search, context), process.stdout, { end: false }),
});

/** Requests that are read at the same time. */
const AT_ONCE = 16;

/** One after the other: all of them may be more than fits into memory. */
async function* exportLines({ limit, ...search }: Search & { readonly limit: number }, { call, note }: CommandContext) {
  const readLine = async ({ id }: Listed) => {
    const { curl: _curl, curlNotes: _notes, ...recorded } = await call(getRequest, { id: String(id) });
    return `${JSON.stringify(recorded)}\n`;
  };
  let before: number | undefined;
  for (let left = limit; ;) {
    const { items, next, isCutShort } = await call(listRequests, { ...search, limit: Math.min(left, PAGE), before });
    for (let at = 0; at < items.length; at += AT_ONCE)
      yield* await Promise.all(items.slice(at, at + AT_ONCE).map(readLine));
    left -= items.length;
    if (isCutShort) describePage({ next, isCutShort }).forEach(note);
    else if (left === limit) note(NONE_RECORDED);
    else if (left <= 0 && next !== null) note(`There are more than ${limit} requests; --limit takes more.`);
    if (isCutShort || next === null || left <= 0) return;
    before = next;
  }
}

/** To which version recorded requests are sent again. */
const REPLAYED = { version: integer(), file: text(), ignore: text() };
const REPLAY_WORDS = {
  version: ['--version-id <id>', 'a version of the web service, from "service history"; default: the published one'],
  file: { flags: '--file <file>', about: 'a definition file instead of it', conflicts: ['versionId'] },
  ignore: ['--ignore <names>', 'members that may differ, separated by commas, for example Age,Changed'],
} as const;

const replayCommand = command({
  usage: 'debug-log replay <id>',
  about: 'send a recorded request again, undo what it did, and compare the answers',
  input: inputObject({ id: text() }, REPLAYED),
  words: { id: ['<id>', 'of the communication, the request or its trace'], ...REPLAY_WORDS },
  run: async ({ id, version, file, ignore }, context) =>
    context.call(replayRequest, {
      id,
      version,
      definition: await definitionIn(file, context),
      ignore: splitNames(ignore),
    }),
  isFailed: ({ kind }) => kind !== 'same',
  print: (replayed) => [renderReplayed(replayed), describeCounts([replayed])].join('\n'),
});

const testInput = inputObject({ name: text(), with: text() }, { recorded: flag(), ...REPLAYED });

const testCommand = command({
  usage: 'service test <name>',
  about: 'send recorded requests to two versions of a web service, undo what they did, and compare the answers',
  input: testInput,
  words: {
    with: ['--with <file>', 'what "ticketgate debug-log export" wrote'],
    recorded: ['--recorded', 'compare with the recorded answers; default: with those of the published version'],
    ...REPLAY_WORDS,
  },
  isLocal: true,
  run: (asked, context) => Promise.resolve(replayAll(asked, context)),
});

/** Exit code 1 when something differs or was refused. */
async function* replayAll(asked: ValueOf<typeof testInput>, context: CommandContext) {
  const { name, with: exported, recorded, version, file, ignore } = asked;
  const { system, author } = await context.here();
  const record = await readServiceRecord(system, name, { version, definition: await definitionIn(file, context) });
  const caller = await toCaller(author, system);
  const player = new RequestPlayer(system, {
    record,
    ...(recorded === true ? {} : { beside: await getService(system, name) }),
    chooseCaller: () => Promise.resolve(caller),
    ignored: new Set(splitNames(ignore)),
  });
  const kinds: Pick<Replayed, 'kind'>[] = [];
  try {
    for await (const exchange of readTraffic(exported)) {
      const replayed = describeReplayed(exchange, await player.play(exchange));
      kinds.push({ kind: replayed.kind });
      yield renderReplayed(replayed);
    }
  } finally {
    await player.close();
  }
  if (kinds.length === 0) throw new ConfigurationError(`Nothing was compared: ${exported} has no recorded request.`);
  yield describeCounts(kinds);
  if (kinds.some(({ kind }) => kind !== 'same')) process.exitCode = EXIT_CODE.failed;
}

type Replayed = ReturnType<typeof describeReplayed>;

function renderReplayed({ communicationID, operation, kind, findings }: Answer<Replayed>): string {
  const head = `${kind === 'refused' ? 'not replayed' : kind}  ${communicationID}  ${operation || '-'}`;
  return [head, ...findings.map((finding) => `  ${finding}`)].join('\n');
}

function describeCounts(kinds: readonly Pick<Replayed, 'kind'>[]): string {
  const count = (wanted: Replayed['kind']) => kinds.filter(({ kind }) => kind === wanted).length;
  return `${count('same')} the same, ${count('different')} different, ${count('refused')} not replayed`;
}

async function definitionIn(file: string | undefined, context: CommandContext): Promise<string | undefined> {
  return file === undefined ? undefined : readDefinitionText(file, context.configuration());
}

/** Those that are more than a task: they go on for a while, or read and write files. */
export const debugLogCommands: readonly AnyCommand[] = [showCommand, exportCommand, replayCommand, testCommand];
