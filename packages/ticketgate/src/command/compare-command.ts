import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type TaskSystem,
  type ComparedRequest,
  compareRequest,
  getService,
  readExchange,
  readInput,
  readNamedFile,
  readRequestFile,
  runTask,
} from '@ticketgate/admin';
import { DebugLog } from '@ticketgate/database';
import { ConfigurationError, EXIT_CODE } from '@ticketgate/runtime';
import { InvalidArgumentError, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { withAdmin } from './admin-context.js';
import { readAuditNote } from './audited.js';
import { readCount } from './program-options.js';
import { printLine, printProgress } from './terminal.js';

type Result = Awaited<ReturnType<typeof compareRequest.run>>;

/** A request with how its answers differ. */
type Compared = Result & { readonly request: string };

interface Options {
  readonly hostUrl: string;
  readonly with?: string;
  readonly limit: number;
  readonly rate: number;
  readonly ignore: string;
  readonly json?: true;
}

/** Most requests of a run. */
const MOST = 10_000;
const VARIABLES = { login: 'TICKETGATE_HOST_LOGIN', password: 'TICKETGATE_HOST_PASSWORD' } as const;

/** `compare` */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description(
      'send recorded requests to a web service here and at a host, and compare the answers; writes are undone',
    )
    .argument('<service>')
    .requiredOption('--host-url <url>', 'the address of the host, with nph-genericinterface.pl', readURL)
    .option('--with <file>', 'curl commands or a HAR archive; default: the debug log of the database')
    .option('--limit <count>', `most requests, up to ${MOST}`, readLimit, 100)
    .option('--rate <count>', 'most requests in a second', readRate, 5)
    .option('--ignore <names>', 'members that may differ, separated by commas', '')
    .option('--json', 'print the result as JSON')
    .action(async (service, options, command) => {
      await withAdmin(command, (admin) => compareAll(admin, { service, command, ...options }));
    });
}

function readURL(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return text;
  throw new InvalidArgumentError('Write an address such as https://desk.example.org/znuny/nph-genericinterface.pl.');
}

function readLimit(text: string): number {
  const limit = readCount(text);
  if (limit >= 1 && limit <= MOST) return limit;
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MOST}.`);
}

function readRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && rate <= 1_000) return rate;
  throw new InvalidArgumentError('Write a number above 0, up to 1000.');
}

interface Comparison extends Options {
  readonly service: string;
  readonly command: Command;
}

/** Exit code 1 when something differs or was not compared. Ctrl-C ends the run after the current request. */
async function compareAll(admin: TaskSystem, { service, command, ...options }: Comparison): Promise<void> {
  const host = { url: options.hostUrl, login: variable('login'), password: variable('password') };
  const requests = await readRequests(admin, service, options);
  const { author } = await readAuditNote(command, admin);
  const ignore = options.ignore.split(',').filter(Boolean);
  const compareOne = async (request: ComparedRequest | string): Promise<Compared> => {
    if (typeof request === 'string') return { request: '-', ...SKIPPED, reason: request };
    const input = readInput(compareRequest, { service, host, ignore, ...withoutUndefined(request) });
    const result = await runTask(compareRequest, input, { system: admin, author });
    return { request: `${request.method} ${request.path}`, ...result };
  };
  const compared: Compared[] = [];
  await untilInterrupted(async (signal) => {
    for (const request of requests) {
      const pause = wait(compared.length === 0 ? 0 : 1_000 / options.rate, undefined, { signal });
      if (
        !(await pause.then(
          () => true,
          () => false,
        ))
      )
        break;
      const one = await compareOne(request);
      compared.push(one);
      if (options.json !== true) printLine(render(one));
      if (compared.length % PROGRESS === 0) printProgress(`${compared.length} of ${requests.length} requests`);
    }
  });
  report(compared, requests.length, options);
}

const SKIPPED = { operation: null, kind: 'skipped', differences: [] } as const;
/** Requests between two lines of progress. */
const PROGRESS = 50;

function withoutUndefined({ recorded, ...request }: ComparedRequest) {
  return recorded === undefined ? request : { ...request, recorded };
}

function variable(name: keyof typeof VARIABLES): string {
  const value = process.env[VARIABLES[name]] ?? '';
  if (value !== '') return value;
  throw new ConfigurationError(
    `Set ${VARIABLES.login} and ${VARIABLES.password} to the login and the password of an agent of the host.`,
  );
}

async function readRequests(
  admin: TaskSystem,
  service: string,
  { with: file, limit }: Options,
): Promise<readonly (ComparedRequest | string)[]> {
  const { id: webServiceID } = await getService(admin, service);
  if (file !== undefined) {
    const text = (await readNamedFile(file, (named) => readFile(named))).toString('utf8');
    return readRequestFile(text, { file, service }).slice(0, limit);
  }
  const log = new DebugLog(admin.database);
  const entries = await log.search({ webServiceID, limit, order: 'DESC' });
  const requests: (ComparedRequest | string)[] = [];
  for (const { communicationID, communicationType } of entries) {
    if (communicationType === 'Provider')
      requests.push(readExchange({ contents: await log.contents(communicationID) }));
  }
  if (requests.length > 0) return requests;
  throw new ConfigurationError(
    `The debug log has no request to "${service}". Set DebugThreshold: debug for a while, or name a file by --with.`,
  );
}

/** Runs `work` with a signal that Ctrl-C aborts. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => {
    stop.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    await work(stop.signal);
  } finally {
    process.removeListener('SIGINT', onSignal).removeListener('SIGTERM', onSignal);
  }
}

function render({ request, operation, kind, reason, differences }: Compared): string {
  const lines = differences.map(({ kind: what, place, host, ours }) => `  ${what}  ${place}: ${host} → ${ours}`);
  return [`${kind}  ${request}  ${operation ?? '-'}`, ...(reason === null ? [] : [`  ${reason}`]), ...lines].join('\n');
}

function report(compared: readonly Compared[], wanted: number, { json }: Pick<Options, 'json'>): void {
  const count = (kind: Compared['kind']) => compared.filter((each) => each.kind === kind).length;
  const counts = { same: count('same'), different: count('different'), skipped: count('skipped') };
  const kinds = new Map<string, number>();
  for (const { kind } of compared.flatMap(({ differences }) => differences))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const isComplete = compared.length === wanted;
  if (json === true) {
    printLine(
      JSON.stringify({ ...counts, isComplete, differences: Object.fromEntries(kinds), requests: compared }, null, 2),
    );
  } else {
    const byKind = [...kinds].map(([kind, number]) => `${number} ${kind}`).join(', ');
    printLine(`${counts.same} the same, ${counts.different} different, ${counts.skipped} skipped`);
    if (byKind !== '') printLine(`Differences by kind: ${byKind}`);
    if (!isComplete) printLine(`Ended after ${compared.length} of ${wanted} requests.`);
  }
  if (counts.different > 0 || !isComplete) process.exitCode = EXIT_CODE.failed;
}
