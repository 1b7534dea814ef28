import type { IncomingMessage } from 'node:http';
import { isData, type Data } from '@ticketgate/sdk';

import type { BodyReservation } from '../../http/body-budget.js';
import { codingOf, requireKnownCoding } from '../../http/compression/body-coding.js';
import { readBody } from '../../http/read-body.js';
import type { ReadingLimits } from '../../http/reading-limits.js';
import type { Exchange } from '../../transport.js';
import type { RestRules } from '../rest-rules.js';
import type { RestService } from '../rest-service.js';
import type { Match } from '../routing/router.js';
import { expandContractForms } from './contract-forms.js';
import { WrongStructure } from '../../http/refusals.js';
import { asUTF8, charsetOf, decodeBody, toUTF8 } from './decode-body.js';
import { JsonScanner } from './json-scanner.js';
import { readFamilyQuery, readQuery } from './read-query.js';

/** Methods whose body is always read. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** The data of a request. */
export interface ReadRequest {
  readonly data: unknown;
  /** The members from query and path, if the input is validated by a schema. */
  readonly texts: Data | undefined;
}

/**
 * Reads the data of a request: body, overlaid by query, overlaid by route parameters. In services like the family, these are laid over
 * each object of a list.
 *
 * @param match the route that was found
 */
export async function readRequest(service: RestService, exchange: Exchange, match: Match): Promise<ReadRequest> {
  const { rules, maxLength } = service;
  const { info, limits } = exchange;
  const traits = exchange.findOperation(match.operation);
  const isChecked = traits?.isChecked === true;
  const overlay = { ...readParameters(rules, exchange, isChecked), ...match.parameters };
  const hasBody = WITH_BODY.has(info.method) || (info.method === 'DELETE' && rules.readsBodyOfDelete);
  const limit = Math.min(maxLength ?? Infinity, limits.bodyLength);
  const value = hasBody ? await readValue(exchange, limit, rules) : undefined;
  const read = (data: unknown) => (rules.unwrapsData && isData(data) ? expandContractForms(data) : data);
  const data = read(joinParts(value, overlay, { rules, method: info.method }));
  const texts = isChecked ? read(overlay) : undefined;
  return { data, texts: isData(texts) && Object.keys(texts).length > 0 ? texts : undefined };
}

/** The family's rules for query strings only apply to its own operations. */
function readParameters({ readsPlainQueries }: RestRules, exchange: Exchange, isChecked: boolean): Data {
  const most = exchange.limits.queryParameters;
  return readsPlainQueries || isChecked ? readQuery(exchange.query, most) : readFamilyQuery(exchange.query, most);
}

/** @param value of the body; undefined without one */
function joinParts(value: object | undefined, overlay: Data, { rules, method }: Joining): unknown {
  if (value === undefined) return { ...overlay, RequestMethod: method };
  if (Array.isArray(value) && rules.refusesLists) throw new WrongStructure('a list');
  return Array.isArray(value) ? value.map((entry: unknown) => withOverlay(entry, overlay)) : { ...value, ...overlay };
}

interface Joining {
  readonly rules: RestRules;
  readonly method: string;
}

function withOverlay(entry: unknown, overlay: Data): unknown {
  return isData(entry) && Object.keys(entry).length > 0 ? { ...entry, ...overlay } : entry;
}

/** Reads the JSON value of a body; undefined without one. */
export async function readValue(
  { request, trace, limits, reservation }: Exchange,
  limit: number,
  { refusesUnknownCodings }: RestRules,
): Promise<object | undefined> {
  if (refusesUnknownCodings) requireKnownCoding(request);
  const body = await readText(request, { limit, reservation, limits });
  return body === undefined
    ? undefined
    : decodeBody(body.text, { trace, contentType: request.headers['content-type'] });
}

/** Limits of a body. */
export interface TextRules {
  /** Bytes. */
  readonly limit: number;
  readonly reservation: BodyReservation;
  readonly limits: ReadingLimits;
}

/** Reads a body and counts its contents on arrival; undefined without one. Its text is undefined if it is invalid in its charset. */
export async function readText(
  request: IncomingMessage,
  { limit, reservation, limits }: TextRules,
): Promise<{ readonly text: Buffer | undefined } | undefined> {
  const charset = charsetOf(request.headers['content-type']);
  const scanner = new JsonScanner(limits.json);
  const onChunk = (part: Buffer) => {
    // In other charsets, a JSON delimiter may be half a character.
    if (charset === undefined) scanner.add(part);
  };
  const isZipped = codingOf(request) === 'gzip';
  const body = await readBody(request, { limit, reservation, pace: limits.pace, isZipped, onChunk });
  if (body.length === 0) return undefined;
  const text = charset === undefined ? asUTF8(body) : await toUTF8(body, charset);
  if (charset !== undefined && text !== undefined) scanner.add(text);
  scanner.finish();
  return { text };
}
