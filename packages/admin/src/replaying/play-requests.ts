import { isExpectedError, keptIn, type Caller, parseJson } from '@ticketgate/sdk';
import type { ServiceRecord } from '@ticketgate/gateway';
import { declareMessages, type Message, toEnglish } from '@ticketgate/sdk/schema';

import type { ClientAnswer, ClientRequest } from '../trying/exchange-in-memory.js';
import { TrialGateway, type TrialSystem, type TriedRequest } from '../trying/trial-gateway.js';
import { contentAt, NO_DATA, type RecordedExchange } from '../debug-log/recorded-traffic.js';
import { readClientRequest } from '../debug-log/sent-request.js';
import { type Difference, findDifferences, listDifferences, type Differences } from './compare-answers.js';
import { ReplayRun } from './replay-run.js';

/** How recorded requests are sent again. */
export interface PlayOptions {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  /** The version whose answers to the same requests are compared with its own; default: the answers that were recorded. */
  readonly beside?: ServiceRecord;
  /** The caller of a recorded request; undefined for nobody. */
  readonly chooseCaller: (request: RecordedExchange) => Promise<Caller | undefined>;
  /** Members that are not compared, for example times. */
  readonly ignored: ReadonlySet<string>;
  /**
   * As clients see it: callers need the credentials that the version takes, whole answers are compared, and requests that are answered
   * differently today are skipped. By default, the caller counts whatever was sent, and only the data of answers is compared.
   */
  readonly asClients?: boolean;
  /** Whether requests that write are skipped. */
  readonly onlyReads?: boolean;
}

/** Characters of an answer that are compared. */
const WHOLE = 100_000_000;

export interface PlayedRequest {
  readonly kind: 'same' | 'different' | 'skipped';
  /** What differs, or why it was not compared. */
  readonly findings: readonly string[];
  readonly findingMessages: readonly (Pick<Message, 'message'> & Partial<Message>)[];
}

/** Sends recorded requests again, one after the other, undoes what they do, and compares the answers. */
export class RequestPlayer {
  readonly #now: () => Date;
  readonly #system: TrialSystem;
  readonly #options: PlayOptions;
  readonly #run: ReplayRun;
  readonly #gateways = new Map<ServiceRecord, TrialGateway>();
  #time: Date;

  constructor(system: TrialSystem, options: PlayOptions) {
    this.#now = () => system.now();
    this.#time = system.now();
    const { configuration } = system;
    // Without clients, data of the trace are compared: all of it is kept.
    const whole = { maxTextLength: WHOLE, maxUnauthenticatedTextLength: WHOLE, queueBytes: Infinity };
    const debugLog = { ...configuration.debugLog, ...(options.asClients === true ? {} : whole) };
    // Both versions answer a request at the same moment.
    this.#system = { ...system, configuration: { ...configuration, debugLog }, now: () => this.#time };
    this.#options = options;
    this.#run = new ReplayRun(this.#system);
  }

  close(): Promise<void> {
    return this.#run.close();
  }

  async play(recorded: RecordedExchange): Promise<PlayedRequest> {
    this.#time = this.#now();
    const { record, beside, asClients = false } = this.#options;
    const request = this.#prepareRequest(recorded);
    if (typeof request === 'string') return skipped(request);
    const caller = await this.#findCaller(recorded);
    if (typeof caller === 'string') return skipped(caller);
    const send = (version: ServiceRecord) =>
      this.#run.within((parts) => this.#openGateway(version).send(parts, { request, caller }));
    if (beside === undefined) return this.#compare(playedAnswer(recorded), await send(record));
    const once = await send(beside);
    // Where nothing ran, equal errors say nothing.
    const isStrict = asClients || once.operation === null;
    const obstacle = findObstacle(once, asClients) ?? (isStrict ? changeSince(recorded, once) : undefined);
    if (obstacle !== undefined) return skipped(obstacle);
    return this.#compare(await send(beside), await send(record), once);
  }

  /** A recorded request for the version, whatever its web service was called, or why it is not sent. */
  #prepareRequest(recorded: RecordedExchange): ClientRequest | string {
    const { record, asClients = false } = this.#options;
    const obstacle = asClients ? undefined : obstacleIn(recorded);
    const request = obstacle ?? readClientRequest(recorded, this.#system.settings.text('SessionName'));
    if (typeof request === 'string') return request;
    const url = urlFor(record.name, request.url, recorded.path ?? '');
    return url === undefined ? 'Its path was not recorded completely.' : { ...request, url };
  }

  async #findCaller(recorded: RecordedExchange): Promise<Caller | string | undefined> {
    try {
      return await this.#options.chooseCaller(recorded);
    } catch (cause) {
      if (isExpectedError(cause)) return cause.message;
      throw cause;
    }
  }

  #openGateway(version: ServiceRecord): TrialGateway {
    const { asClients = false, onlyReads = false } = this.#options;
    const how = { needsCredentials: asClients, isTrusted: !asClients, onlyReads };
    return keptIn(this.#gateways, version, () => new TrialGateway(this.#system, version, how));
  }

  /** @param once another answer of the version before */
  #compare(before: PlayedAnswer, after: PlayedAnswer, once = before): PlayedRequest {
    const { ignored, asClients = false } = this.#options;
    const obstacle = findObstacle(after, asClients);
    if (obstacle !== undefined) return skipped(obstacle);
    const compare = asClients ? compareWhole : compareData;
    // What one version answers differently each time, such as a new id, is not a difference between versions.
    const always = compare(once, before, ignored);
    if (always.has('')) return skipped('Its answer is another one each time.');
    const findings = compareCodes(before, after) ?? listDifferences(compare(before, after, ignored), always);
    return played(findings.length === 0 ? 'same' : 'different', findings);
  }
}

/** Sends one request again. */
export async function playRequest(
  system: TrialSystem,
  options: PlayOptions,
  recorded: RecordedExchange,
): Promise<PlayedRequest> {
  const player = new RequestPlayer(system, options);
  try {
    return await player.play(recorded);
  } finally {
    await player.close();
  }
}

/** Where a request goes that was sent to a URL, recorded as a path; undefined if that was cut or has secrets. */
function urlFor(service: string, url: string, recorded: string): string | undefined {
  const [sentTo = '', ...parameters] = url.split('?');
  // Without the name, it went below a BasePath, which not every version has.
  const isNamed = /\/Webservice(?:ID)?\/[^/]/.test(sentTo);
  if (!isNamed && !sentTo.endsWith(recorded.replace(/^\/Webservice\/[^/]+/, ''))) return undefined;
  const place = `/Webservice/${encodeURIComponent(service)}`;
  return [
    (isNamed || recorded === '' ? sentTo : recorded).replace(/\/Webservice(?:ID)?\/[^/]+/, () => place),
    ...parameters,
  ].join('?');
}

export function skipped(reason: string | Message): PlayedRequest {
  return played('skipped', [reason]);
}

function played(kind: PlayedRequest['kind'], found: readonly (string | Message)[]): PlayedRequest {
  const findingMessages = found.map((each) => (typeof each === 'string' ? { message: each } : each));
  return { kind, findings: found.map(toEnglish), findingMessages };
}

interface PlayedAnswer extends Pick<TriedRequest, 'refusal' | 'answer' | 'errorCode'> {
  readonly trace: RecordedExchange['contents'];
}

/** An export may lack the code where there was no error. */
type RecordedExport = Pick<RecordedExchange, 'contents'> & Partial<RecordedExchange>;

function playedAnswer({ contents: trace, errorCode }: RecordedExport): PlayedAnswer {
  return { refusal: null, answer: null, errorCode: errorCode ?? null, trace };
}

/** Why a recorded request has no data to compare. */
function obstacleIn({ operation, isTruncated, contents }: RecordedExchange): string | undefined {
  if (operation === null) return 'No route matched this request, so no operation ran.';
  if (isTruncated || contentAt({ contents }, 'Incoming data before mapping') !== undefined) return undefined;
  return 'Its input was not recorded. DebugThreshold: debug records all of a request.';
}

/** Why there is no answer to compare. */
function findObstacle({ answer, refusal }: PlayedAnswer, asClients: boolean): string | Message | undefined {
  if (answer === null) return refusal ?? 'It was not answered.';
  return asClients && answer.body === null ? 'The answer is too long, or is not text.' : undefined;
}

const say = declareMessages({
  'replay.today': `The published version answers it otherwise today: {before} → {after}.`,
  'replay.code': `the error code: {before} → {after}`,
  'replay.no-code': `none`,
  'replay.status': `the status`,
  'replay.header': `the header {name}`,
});

/** A request that goes another way today says nothing about the one that was recorded. */
function changeSince({ status, errorCode }: RecordedExchange, { answer, ...now }: PlayedAnswer): Message | undefined {
  if (status === answer?.status && errorCode === now.errorCode) return undefined;
  const [before, after] = [errorCode ?? status, now.errorCode ?? answer?.status ?? ''];
  return say('replay.today', { before: String(before), after: String(after) });
}

/** Compares error codes: if two answers failed differently, nothing else is compared. */
function compareCodes(before: PlayedAnswer, after: PlayedAnswer): readonly Message[] | undefined {
  if (before.errorCode === after.errorCode) return undefined;
  const none = say('replay.no-code');
  return [say('replay.code', { before: before.errorCode ?? none, after: after.errorCode ?? none })];
}

/** Headers that say when and how an answer was sent, or repeat what its body says. */
const OMITTED = /^(?:date|age|connection|keep-alive|transfer-encoding|content-length|etag|x-request-id)$/i;

type Compare = (before: PlayedAnswer, after: PlayedAnswer, ignored: ReadonlySet<string>) => Differences;

const compareWhole: Compare = ({ answer: old }, { answer: next }, ignored) => {
  const heads = [...findDifferences(listHead(old), listHead(next), { ignored })].map(withPlace);
  return new Map([...heads, ...findDifferences(readJson(old?.body ?? ''), readJson(next?.body ?? ''), { ignored })]);
};

const STATUS = 'the status';
const HEADER = 'the header ';

function withPlace([path, sides]: readonly [string, Difference]): readonly [string, Difference] {
  const place = path === STATUS ? say('replay.status') : say('replay.header', { name: path.slice(HEADER.length) });
  return [path, { ...sides, place }];
}

function listHead(answer: ClientAnswer | null): Readonly<Record<string, unknown>> {
  const headers = (answer?.headers ?? []).filter(({ name }) => !OMITTED.test(name));
  return { [STATUS]: answer?.status, ...Object.fromEntries(headers.map(({ name, value }) => [HEADER + name, value])) };
}

/** Answers, the last of which was sent. */
const OUTPUTS = ['Outgoing data after mapping', 'Outgoing data before mapping'];

const compareData: Compare = (before, after, ignored) => findDifferences(toData(before), toData(after), { ignored });

function toData({ trace: contents }: PlayedAnswer): unknown {
  return readJson(OUTPUTS.map((subject) => contentAt({ contents }, subject)).find((each) => each !== undefined));
}

/** Reads JSON; a text that is not JSON is compared as it is. */
function readJson(text = NO_DATA): unknown {
  const value = text === NO_DATA ? {} : parseJson(text);
  return value === undefined ? text : value;
}
