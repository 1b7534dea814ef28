import { type Configuration, readingLimits } from '@ticketgate/runtime';
import { Failure, XmlReader } from '@ticketgate/gateway';
import { type Data, isData, toText, parseObject } from '@ticketgate/sdk';

import { type Difference, findDifferences, showValue } from '../replaying/compare-answers.js';
import { type HostAnswer } from './ask-host.js';
import { type ComparedRequest, isXml, type RecordedAnswer } from './compared-request.js';

/** Kinds of differences between two answers. */
export const KINDS = ['status', 'missing', 'additional', 'type', 'value', 'order'] as const;

export interface AnswerDifference {
  readonly kind: (typeof KINDS)[number];
  readonly place: string;
  readonly host: string;
  readonly ours: string;
}

interface Answers {
  readonly request: Pick<ComparedRequest, 'path' | 'body'>;
  /** What the host answers now, or what it answered when the request was recorded. */
  readonly theirs: HostAnswer | RecordedAnswer;
  readonly ours: HostAnswer;
  /** Names of headers that are compared, in lower case. */
  readonly headers: readonly string[];
  readonly ignored: ReadonlySet<string>;
  readonly limits: Configuration;
}

/** Most differences between the bodies of two answers. */
const MOST = 200;

/** How the answers differ, or why that says nothing. */
export function compareBodies(answers: Answers): readonly AnswerDifference[] | string {
  const { theirs, ours, ignored, limits } = answers;
  const [before, after] = [theirs, ours].map(({ body }) => dataIn(body, limits) ?? body);
  const found = [...findDifferences(before, after, { ignored, isXml: isXml(ours.body) })];
  const status = compareStatuses(theirs, ours);
  if ('headers' in theirs)
    return [...status, ...compareHeaders(answers.headers, theirs, ours), ...found.slice(0, MOST).map(toDifference)];
  const errors = [before, after].map(errorIn);
  const codes = errors.map((error) => error?.code);
  if (codes[0] !== codes[1]) {
    const [then, now] = [theirs, ours].map(({ status = 200 }, at) => codes[at] ?? (status < 400 ? 'success' : status));
    if (errors.some((error) => error !== undefined && (STATE.test(error.code) || CALLER.test(error.message))))
      return `Who asks and what has changed since decide its answer: ${then} when it was recorded, ${now} now.`;
    return [...status, { kind: 'value', place: 'the error code', host: String(then), ours: String(now) }];
  }
  const isDecided = codes[0] !== undefined || !isData(after) ? () => true : decidedBy(answers.request, limits);
  return [...status, ...found.filter(isDecided).slice(0, MOST).map(toDifference)];
}

/** Messages about credentials, which differ now. */
const CALLER = /\b(?:UserLogin|SessionID|Password)\b/;
/** Errors that depend on the caller and on what is in the database. */
const STATE = /(?:AccessDenied|AuthFail|PermissionDenied|NotFound|Conflict)$/;

/** Whether a difference is about what a request that writes decides: which members the answer has, and values that it asked for. */
function decidedBy(
  { body }: Answers['request'],
  limits: Configuration,
): (entry: readonly [string, Difference]) => boolean {
  const wanted = new Set<string>();
  collect(dataIn(body, limits));
  return ([path, { before, after }]) => {
    const names = path.split('.');
    const isOwn = names.length === 1 && (before === undefined || after === undefined);
    return isOwn || wanted.has(`${names.at(-1) ?? ''}=${String(before)}`);
  };

  function collect(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const item of value) collect(item, name);
    else if (isData(value)) for (const [key, inner] of Object.entries(value)) collect(inner, key);
    else wanted.add(`${name}=${String(value)}`);
  }
}

/** What is in the Body of an envelope, or in JSON; undefined for other texts. */
function dataIn(body: string, limits: Configuration): Data | undefined {
  if (!isXml(body)) return parseObject(body);
  try {
    const reader = new XmlReader({ limits: readingLimits(limits).json, decodesBase64: true });
    reader.add(body);
    const { name, value } = reader.finish();
    return name === 'Envelope' && isData(value) && isData(value.Body) ? value.Body : undefined;
  } catch (cause) {
    if (cause instanceof Failure) return undefined;
    throw cause;
  }
}

/** The error of an operation. In SOAP it is one level deeper. */
function errorIn(answer: unknown): { readonly code: string; readonly message: string } | undefined {
  if (!isData(answer)) return undefined;
  const errors = [answer, ...Object.values(answer)].map((each) => (isData(each) ? each.Error : undefined));
  const error = errors.find((each) => isData(each) && typeof each.ErrorCode === 'string');
  return isData(error) ? { code: toText(error.ErrorCode), message: toText(error.ErrorMessage) } : undefined;
}

function compareStatuses({ status }: Partial<HostAnswer>, ours: HostAnswer): readonly AnswerDifference[] {
  return status === undefined || status === ours.status
    ? []
    : [{ kind: 'status', place: 'the status', host: String(status), ours: String(ours.status) }];
}

function compareHeaders(names: readonly string[], theirs: HostAnswer, ours: HostAnswer): readonly AnswerDifference[] {
  return names.flatMap((name) => {
    const [before, after] = [theirs.headers[name], ours.headers[name]];
    return before === after ? [] : [toDifference([`the header ${name}`, { before, after }])];
  });
}

function toDifference([path, { before, after, isOrder }]: readonly [string, Difference]): AnswerDifference {
  const place = path === '' ? 'the answer' : path;
  return { kind: isOrder ? 'order' : toKind(before, after), place, host: showValue(before), ours: showValue(after) };
}

function toKind(before: unknown, after: unknown): AnswerDifference['kind'] {
  if (after === undefined) return 'missing';
  if (before === undefined) return 'additional';
  const nameType = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  return nameType(before) === nameType(after) ? 'value' : 'type';
}

/** JSON or an envelope. */
const ANSWER = /^\s*(?:[{[]|<\?xml|<(?:[\w.-]+:)?Envelope\b)/;
/** Statuses of a host that has found its web service, but could not handle the request, with a text that says why. */
const FAULTS: readonly number[] = [500, 411, 413];

function isOfService({ status, body }: Pick<HostAnswer, 'status' | 'body'>, error = ''): boolean {
  if (FAULTS.includes(status)) return true;
  if (status < 300) return ANSWER.test(body);
  return body.includes('faultcode') || (error !== '' && !error.startsWith('Server.'));
}

/** Why an answer says nothing: a host that does not know the agent or the web service answers every request like this. */
export function findWrongAnswer(
  { status, body }: HostAnswer,
  ours: HostAnswer,
  { login, limits }: { readonly login: string; readonly limits: Configuration },
): string | undefined {
  const [theirError, ourError] = [body, ours.body].map((each) => errorIn(dataIn(each, limits))?.code ?? '');
  if (body === '' ? ours.body !== '' : !isOfService({ status, body }, theirError))
    return `it answered with ${status}, and not as a web service does. Check the address and the name of the service.`;
  const isRefused = theirError?.endsWith('.AuthFail') === true && theirError !== ourError;
  return isRefused ? `it refuses the login "${login}" or its password.` : undefined;
}
