import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Answer,
  command,
  type CommandContext,
  type ComparedRequest,
  compareRequest,
  compileRecord,
  getService,
  readExchange,
  readNamedFile,
  readRequestFile,
  UnfitWord,
} from '@ticketgate/admin';
import { DebugLog } from '@ticketgate/database';
import { decodeText } from '@ticketgate/definition';
import { ConfigurationError, EXIT_CODE } from '@ticketgate/runtime';
import { flag, inputObject, integer, number, text, type ValueOf } from '@ticketgate/sdk/schema';

import { splitNames } from './program-options.js';
import { interruption } from './terminal.js';

type Result = Answer<Awaited<ReturnType<typeof compareRequest.run>>>;

type Compared = Result & { readonly request: string };

/** Most requests of a run. */
const MOST = 10_000;
const VARIABLES = { login: 'TICKETGATE_HOST_LOGIN', password: 'TICKETGATE_HOST_PASSWORD' } as const;

const input = inputObject(
  { service: text(), hostUrl: text() },
  {
    with: text(),
    limit: { ...integer(), default: 100 },
    rate: { ...number(), default: 5 },
    ignore: { ...text(), default: '' },
    json: flag(),
  },
);
type Comparison = ValueOf<typeof input>;

export const compareCommand = command({
  usage: 'compare <service>',
  about: 'send recorded requests to a web service here and at a host, and compare the answers; writes are undone',
  input,
  words: {
    hostUrl: {
      flags: '--host-url <url>',
      about: 'the address of the host, with nph-genericinterface.pl',
      read: readURL,
    },
    with: ['--with <file>', 'curl commands or a HAR archive; default: the debug log of the database'],
    limit: { flags: '--limit <count>', about: `most requests, up to ${MOST}`, read: parseLimit },
    rate: { flags: '--rate <count>', about: 'most requests in a second', read: readRate },
    ignore: ['--ignore <names>', 'members that may differ, separated by commas'],
    json: ['--json', 'print the result as JSON'],
  },
  isLocal: true,
  run: (comparison, context) => Promise.resolve(compareAll(comparison, context)),
});

function readURL(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return text;
  throw new UnfitWord('Write an address such as https://desk.example.org/znuny/nph-genericinterface.pl.');
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST) return limit;
  throw new UnfitWord(`Write a whole number from 1 to ${MOST}.`);
}

function readRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && rate <= 1_000) return rate;
  throw new UnfitWord('Write a number above 0, up to 1000.');
}

/** Exit code 1 when something differs or Ctrl-C has ended the run, after the current request; 2 when nothing was compared. */
async function* compareAll({ service, ...options }: Comparison, context: CommandContext) {
  const callers = await readCallers(options, context);
  const all = await findRequests(service, options, context);
  const requests = all.slice(0, options.limit);
  const counts = [requests.length, all.length] as const;
  const ignore = splitNames(options.ignore);
  const compareOne = async (read: ReadRequest): Promise<Compared> => {
    const request = await read();
    if (typeof request === 'string') return { request: '-', ...SKIPPED, reason: request };
    const result = await context.call(compareRequest, { service, ignore, ...callers, ...request });
    return { request: `${request.method} ${request.path}`, ...result };
  };
  const compared: Compared[] = [];
  const { signal, end } = interruption();
  try {
    for (const request of requests) {
      const isStopped = await wait(compared.length === 0 ? 0 : 1_000 / options.rate, false, { signal }).catch(
        () => true,
      );
      if (isStopped) break;
      const one = await compareOne(request);
      compared.push(one);
      if (options.json !== true) yield renderCompared(one);
      if (compared.length % PROGRESS === 0) context.note(`${compared.length} of ${requests.length} requests`);
    }
  } catch (cause) {
    if (compared.length > 0) yield* report(compared, counts, options);
    throw cause;
  } finally {
    end();
  }
  yield* report(compared, counts, options);
  requireCompared(compared);
}

/** @throws ConfigurationError if nothing was compared, which does not mean that nothing differs */
function requireCompared(compared: readonly Compared[]): void {
  if (compared.length === 0 || compared.some(({ kind }) => kind !== 'skipped')) return;
  const count = (one: string | null) => compared.filter(({ reason }) => reason === one).length;
  const [reason = null] = compared.map((each) => each.reason).sort((a, b) => count(b) - count(a));
  const why = `${count(reason)} of ${compared.length} requests were skipped for this reason: ${reason ?? ''}`;
  throw new ConfigurationError(`Nothing was compared. ${why}`);
}

const SKIPPED = { operation: null, kind: 'skipped', differences: [] } as const;
/** Requests between two lines of progress. */
const PROGRESS = 50;

/** Who asks at the host, and who asks here: the agent of `--as`, or the one with the same login. */
async function readCallers({ hostUrl: url }: Pick<Comparison, 'hostUrl'>, { here }: CommandContext) {
  const { author, system } = await here();
  const as = (await system.directory()).agentByLogin(author.login)?.login;
  const login = process.env[VARIABLES.login] ?? as;
  const password = process.env[VARIABLES.password] ?? '';
  if (login === undefined || login === '' || password === '') {
    throw new ConfigurationError(
      `Set ${VARIABLES.login} and ${VARIABLES.password} to the login and the password of an agent of the host.`,
    );
  }
  return { host: { url, login, password }, ...(as === undefined ? {} : { as }) };
}

/** A request, or why it cannot be sent. */
type ReadRequest = () => ComparedRequest | string | Promise<ComparedRequest | string>;

/** All that there are, however many are wanted; up to {@link MOST} of the debug log. */
async function findRequests(
  service: string,
  { with: file }: Pick<Comparison, 'with'>,
  { here }: CommandContext,
): Promise<readonly ReadRequest[]> {
  const { system } = await here();
  const record = await getService(system, service);
  if (file !== undefined) {
    const { text } = decodeText(await readNamedFile(file, (named) => readFile(named)), file);
    return readRequestFile(text, { file, service, id: record.id }).map((request) => () => request);
  }
  const log = new DebugLog(system.database);
  const webService = (await compileRecord(record, system))?.webService;
  const received = (await log.newest(MOST, record.id)).filter((each) => each.communicationType === 'Provider');
  const read = async (id: string) => readExchange({ contents: await log.contents(id) }, webService);
  if (received.length > 0) return received.map((each) => () => read(each.communicationID));
  throw new ConfigurationError(
    `The debug log has no request to "${service}". Set DebugThreshold: debug for a while, or name a file by --with.`,
  );
}

function renderCompared({ request, operation, kind, reason, differences }: Compared): string {
  const lines = differences.map(({ kind: what, place, host, ours }) => `  ${what}  ${place}: ${host} → ${ours}`);
  return [`${kind}  ${request}  ${operation ?? '-'}`, ...(reason === null ? [] : [`  ${reason}`]), ...lines].join('\n');
}

/** @param wanted how many of the total the limit allows */
function report(
  compared: readonly Compared[],
  [wanted, total]: readonly [number, number],
  { json }: Pick<Comparison, 'json'>,
): readonly string[] {
  const count = (kind: Compared['kind']) => compared.filter((each) => each.kind === kind).length;
  const counts = { same: count('same'), different: count('different'), skipped: count('skipped') };
  const kinds = new Map<string, number>();
  for (const { kind } of compared.flatMap(({ differences }) => differences))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const isComplete = compared.length === total;
  if (counts.different > 0 || compared.length < wanted) process.exitCode = EXIT_CODE.failed;
  const differences = Object.fromEntries(kinds);
  if (json === true) return [JSON.stringify({ ...counts, isComplete, differences, requests: compared }, null, 2)];
  const byKind = [...kinds].map(([kind, number]) => `${number} ${kind}`).join(', ');
  return [
    `${counts.same} the same, ${counts.different} different, ${counts.skipped} skipped`,
    ...(byKind === '' ? [] : [`Differences by kind: ${byKind}`]),
    ...(compared.length < wanted ? [`Ended after ${compared.length} of ${wanted} requests.`] : []),
    ...(wanted < total ? [`${wanted} of ${total} requests; --limit takes more.`] : []),
  ];
}
