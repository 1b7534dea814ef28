import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { DebugLog, RecordedRequests, type DebugLogContent, type DebugLogOrder } from '@ticketgate/database';
import {
  cleanUpDebugLog,
  writeRecordedCurl,
  explainNoRequests,
  exportRequests,
  findRequests,
  followRequests,
  type RequestPage,
  type RequestSearch,
} from '@ticketgate/admin';
import { type System, ConfigurationError } from '@ticketgate/runtime';

import { addCommentOption } from './audited.js';
import { withSystem } from './command-context.js';
import { addReplayCommand } from './debug-log-replay-command.js';
import { addFilters, addRowFilters, findRequest, findServiceID, renderRequests } from './debug-log-options.js';
import { formatOption, readCount } from './program-options.js';
import { runAction } from './run-action.js';
import { confirm, renderTable, printLine, printProgress } from './terminal.js';

interface ListOptions extends RequestSearch {
  readonly limit: number;
  readonly order?: DebugLogOrder;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly format?: string;
}

export function addDebugLogCommands(program: Command): void {
  const debugLog = program.command('debug-log').description('search, show and replay recorded requests');
  addListCommand(debugLog);
  addFollowCommand(debugLog);
  addShowCommand(debugLog);
  addExportCommand(debugLog);
  addReplayCommand(debugLog);
  debugLog
    .command('curl')
    .description('write the command that sends a recorded request again, with placeholders for what is masked')
    .argument('<id>', 'the number that lists show, or the id of the communication, the request or its trace')
    .action(async (id, _options, command) => {
      await withSystem(command, async (system) => {
        const found = await findRequest(system, id);
        const contents = await new DebugLog(system.database).contents(found.communicationID);
        const { command: line, notes } = writeRecordedCurl({ ...found, contents }, system.configuration);
        printLine(line);
        for (const note of notes) printProgress(note);
      });
    });
  addCommentOption(debugLog.command('cleanup'))
    .description('delete old entries')
    .requiredOption('--days <count>', 'delete what is older than this many days; 0 for all', readCount)
    .option('--service <name>', 'only requests to this web service')
    .option('--yes', 'do not ask')
    .action(async ({ days, service, yes }, command) => {
      const whose = service === undefined ? 'all web services' : `the web service "${service}"`;
      const question = `Delete the recorded requests of ${whose} that are older than ${days} days?`;
      if (yes !== true && !(await confirm(question))) return;
      const { requests: count } = await runAction(command, cleanUpDebugLog, { days, service });
      printLine(count === 1 ? '1 request deleted' : `${count} requests deleted`);
    });
}

function addListCommand(debugLog: Command): void {
  addFilters(debugLog.command('list').description('list requests, the newest first unless --order says otherwise'))
    .option('--limit <count>', 'most requests to list', readCount, 50)
    .addOption(new Option('--order <order>', 'which ones come first').choices(['newest', 'oldest']).default('newest'))
    .option('--before <number>', 'only requests before this one, as the end of a page shows it', readCount)
    .option('--after <number>', 'only requests after this one, as the end of a page shows it', readCount)
    .addOption(new Option('--format <format>').choices(['text', 'json', 'jsonl']).default('text'))
    .action(async (options, command) => {
      await withSystem(command, (system) => listRequests(system, options));
    });
}

function addFollowCommand(debugLog: Command): void {
  addRowFilters(debugLog.command('follow').description('list new requests as they come, until Ctrl-C'))
    .addOption(new Option('--format <format>').choices(['text', 'jsonl']).default('text'))
    .action(async (options, command) => {
      await withSystem(command, async (system) => {
        const stop = new AbortController();
        const onSignal = () => {
          stop.abort();
        };
        process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
        printProgress('Waiting for requests; Ctrl-C ends this.');
        const log = new RecordedRequests(system.database);
        const filter = { ...options, serviceID: await findServiceID(system, options) };
        for await (const requests of followRequests(log, filter, stop)) {
          if (options.format === 'jsonl') for (const request of requests) printLine(JSON.stringify(request));
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
  addFilters(
    debugLog.command('export').description('write recorded requests with all that was recorded, one per line as JSON'),
  )
    .option('--limit <count>', 'most requests to write, the newest', readCount, 1000)
    .option('--out <file>', 'default: standard output')
    .action(async (options, command) => {
      await withSystem(command, async (system) => {
        await writeLines(options.out, exportPages(system, options));
      });
    });
}

/** Requests that are looked up at a time; a search for a text has to find all at once, within its time. */
const PAGE = 100;

async function* exportPages(system: System, options: ListOptions): AsyncGenerator<string> {
  let { limit: left, before } = options;
  while (left > 0) {
    const limit = options.text === undefined ? Math.min(left, PAGE) : left;
    const found = await find(system, { ...options, limit, before });
    const { requests } = found;
    yield* exportRequests(system, requests);
    if (found.isCut) printCutNotice(found, options);
    left -= requests.length;
    before = found.next;
    if (found.isCut || before === undefined) return;
  }
}

async function listRequests(system: System, options: ListOptions): Promise<void> {
  const found = await find(system, options);
  const { requests, isCut, next } = found;
  const { format } = options;
  if (format === 'json') printLine(JSON.stringify(requests, undefined, 2));
  else if (format === 'jsonl') for (const request of requests) printLine(JSON.stringify(request));
  else if (requests.length > 0) printLine(renderRequests(requests, { hasHeadings: true }));
  else printLine(await explainNoRequests(system, options.service));
  if (isCut) printCutNotice(found, options);
  else if (next !== undefined) printProgress(nextPageHint(next, options));
}

/** How to get the next page. */
function nextPageHint(id: number, { order }: Pick<ListOptions, 'order'>): string {
  return `Go on with ${order === 'oldest' ? '--order oldest --after' : '--before'} ${id}`;
}

function printCutNotice({ next }: RequestPage, options: ListOptions): void {
  const advice =
    next === undefined
      ? 'Look at fewer requests, for example with --from, --service or --operation.'
      : nextPageHint(next, options);
  printProgress(`The search took too long and was cut short. ${advice}`);
}

/** The entries of the family's tables, also those of a host. */
async function listEntries(system: System, options: ListOptions): Promise<void> {
  const serviceID = await findServiceID(system, options);
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

function find(system: System, { limit, order, before, after, ...search }: ListOptions): Promise<RequestPage> {
  const requests = new RecordedRequests(system.database);
  const page = { limit, order, before, after };
  return findRequests({ services: system.services, requests, now: () => system.now() }, search, page);
}

/** A host's own entries have no row of ours. */
async function showRequest(system: System, id: string, { format }: ListOptions): Promise<void> {
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
