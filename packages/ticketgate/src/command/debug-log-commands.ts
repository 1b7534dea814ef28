import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { DebugLog, RecordedRequests, type DebugLogContent, type RecordedRequest } from '@ticketgate/database';
import {
  explainNoRequests,
  exportRequests,
  filterWords,
  findRequests,
  followRequests,
  getService,
  readFilter,
  requestCells,
  requestFilter,
  rowWords,
  type RequestPage,
  type RequestSearch,
} from '@ticketgate/admin';
import { ConfigurationError, type System } from '@ticketgate/runtime';
import { inputObject } from '@ticketgate/sdk/schema';

import { withSystem } from './command-context.js';
import { addReplayCommand, findRequest } from './debug-log-replay-command.js';
import { addWords } from './declared-commands.js';
import { formatOption, readCount } from './program-options.js';
import { renderTable, printLine, printProgress } from './terminal.js';

const FILTER = inputObject({}, requestFilter);

/** Those that are more than a task: they go on for a while, or write files. */
export function addDebugLogCommands(debugLog: Command): void {
  addFollowCommand(debugLog);
  addShowCommand(debugLog);
  addExportCommand(debugLog);
  addReplayCommand(debugLog);
}

function addFollowCommand(debugLog: Command): void {
  const command = debugLog.command('follow').description('list new requests as they come, until Ctrl-C');
  const readWords = addWords(command, { input: FILTER, words: rowWords });
  command
    .addOption(new Option('--format <format>').choices(['text', 'jsonl']).default('text'))
    .action(async ({ format }) => {
      await withSystem(command, async (system) => {
        const stop = new AbortController();
        const onSignal = () => {
          stop.abort();
        };
        process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
        printProgress('Waiting for requests; Ctrl-C ends this.');
        const log = new RecordedRequests(system.database);
        const { service, ...search } = readFilter(readWords());
        const filter = { ...search, serviceID: await findServiceID(system, service) };
        for await (const requests of followRequests(log, filter, stop)) {
          if (format === 'jsonl') for (const request of requests) printLine(JSON.stringify(request));
          else printLine(renderRequests(requests));
        }
        process.removeListener('SIGINT', onSignal).removeListener('SIGTERM', onSignal);
      });
    });
}

function addShowCommand(debugLog: Command): void {
  debugLog
    .command('show')
    .description('show everything recorded about a request; without an id, list the newest requests')
    .argument(
      '[id]',
      'the number that lists show, or the id of the communication, the request (X-Request-Id) or its trace',
    )
    .option('--service <name>', 'only requests to this web service')
    .option('--limit <count>', 'most requests to list', readCount, 20)
    .addOption(formatOption())
    .action(async (id, options, command) => {
      await withSystem(command, (system) =>
        id === undefined ? listEntries(system, options) : showRequest(system, id, options),
      );
    });
}

function addExportCommand(debugLog: Command): void {
  const command = debugLog
    .command('export')
    .description('write recorded requests with all that was recorded, one per line as JSON');
  const readWords = addWords(command, { input: FILTER, words: filterWords });
  command
    .option('--limit <count>', 'most requests to write, the newest', readCount, 1000)
    .option('--out <file>', 'default: standard output')
    .action(async ({ limit, out }) => {
      await withSystem(command, async (system) => {
        await writeLines(out, exportPages(system, readFilter(readWords()), limit));
      });
    });
}

/** Requests that are looked up at a time; a search for a text has to find all at once, within its time. */
const PAGE = 100;

async function* exportPages(system: System, search: RequestSearch, most: number): AsyncGenerator<string> {
  const log = { services: system.services, requests: new RecordedRequests(system.database), now: () => system.now() };
  let left = most;
  let before: number | undefined;
  while (left > 0) {
    const limit = search.text === undefined ? Math.min(left, PAGE) : left;
    const found = await findRequests(log, search, { limit, before });
    yield* exportRequests(system, found.requests);
    if (found.isCut) printCutNotice(found);
    left -= found.requests.length;
    before = found.next;
    if (found.isCut || before === undefined) return;
  }
}

function printCutNotice({ next }: RequestPage): void {
  const advice =
    next === undefined
      ? 'Look at fewer requests, for example with --from, --service or --operation.'
      : `Go on with --before ${next}`;
  printProgress(`The search took too long and was cut short. ${advice}`);
}

interface ShowOptions {
  readonly service?: string;
  readonly limit: number;
  readonly format: string;
}

/** The entries of the family's tables, also those of a host. */
async function listEntries(system: System, options: ShowOptions): Promise<void> {
  const serviceID = await findServiceID(system, options.service);
  const wanted = serviceID === undefined ? {} : { webServiceID: serviceID };
  const entries = await new DebugLog(system.database).search({ limit: options.limit, order: 'DESC', ...wanted });
  if (options.format === 'json') printLine(JSON.stringify(entries, undefined, 2));
  else if (entries.length === 0) printLine(await explainNoRequests(system, options.service));
  else {
    printLine(
      renderTable(
        entries.map(({ created, communicationID, webService, remoteIP }) => [
          created,
          communicationID,
          webService,
          remoteIP ?? '',
        ]),
      ),
    );
  }
}

/** @throws OperationError `Admin.ServiceUnknown` */
async function findServiceID({ services }: System, name: string | undefined): Promise<number | undefined> {
  if (name === undefined) return undefined;
  return (await getService({ services }, name)).id;
}

/** One line for each request. */
function renderRequests(requests: readonly RecordedRequest[]): string {
  return renderTable(requests.map((request) => requestCells({ ...request, created: request.created.toISOString() })));
}

/** A host's own entries have no row of ours. */
async function showRequest(system: System, id: string, { format }: ShowOptions): Promise<void> {
  const request = await new RecordedRequests(system.database).find(id);
  const contents = await new DebugLog(system.database).contents(request?.communicationID ?? id);
  if (contents.length === 0) await findRequest(system, id);
  if (format === 'json') printLine(JSON.stringify(contents, undefined, 2));
  else {
    if (request !== undefined) printLine(`${renderRequests([request])}\n`);
    printLine(renderContents(contents));
  }
}

function renderContents(contents: readonly DebugLogContent[]): string {
  return contents
    .map(({ created, level, subject, content }) =>
      [`${created}  ${level.padEnd(6)}  ${subject}`, formatContent(content ?? '')].join('\n').trimEnd(),
    )
    .join('\n\n');
}

/** JSON member by member, however it is stored; other texts unchanged. */
function formatContent(content: string): string {
  if (!/^[[{]/.test(content)) return content;
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2);
  } catch {
    return content;
  }
}

/**
 * Writes lines as they come, to the file that somebody named, otherwise to standard output: all of them may be more than fits into memory.
 *
 * @throws ConfigurationError when the file cannot be written
 */
async function writeLines(file: string | undefined, lines: AsyncIterable<string>): Promise<void> {
  const target = file === undefined ? process.stdout : (await openNew(file)).createWriteStream();
  await pipeline(lines, target, { end: file !== undefined });
}

function openNew(file: string): Promise<FileHandle> {
  return open(file, 'w').catch((cause: unknown) => {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --out.`, { cause });
  });
}
