import type { IncomingMessage } from 'node:http';
import { isData, type Data } from '@ticketgate/sdk';

import type { CompiledService } from '../../../services/compile-service.js';
import type { Trace } from '../../../debugger/trace.js';
import type { BodyShare } from './body-budget.js';
import { readContractInput } from './contract-input.js';
import { charsetOf, decodeBody, refuseList, toUTF8 } from './decode-body.js';
import { JsonScanner } from '../../../json/json-scanner.js';
import { readBody } from './read-body.js';
import { readQuery } from './read-query.js';
import type { ReadingLimits } from './reading-limits.js';

/** A request that a route was found for. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly service: CompiledService;
  readonly query: string;
  readonly parameters: Data;
  readonly trace: Trace;
  readonly limits: ReadingLimits;
  readonly share: BodyShare;
}

/** Methods whose body is read. `Profile: contract` reads that of DELETE too. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The data of a request: body, overlaid by query, overlaid by route parameters. A list comes back as it is, with the same
 * laid over each of its objects, where a service answers like the family.
 */
export async function readRequest(routed: RoutedRequest): Promise<unknown> {
  const data = await readData(routed);
  return routed.service.isContract && isData(data) ? readContractInput(data) : data;
}

async function readData(routed: RoutedRequest): Promise<unknown> {
  const { request, service, query, parameters, limits } = routed;
  const method = request.method ?? 'GET';
  const overlay = { ...readQuery(query, limits.queryParameters), ...parameters };
  const hasBody = WITH_BODY.has(method) || (method === 'DELETE' && service.isContract);
  const value = hasBody ? await readValue(routed) : undefined;
  if (value === undefined) return { ...overlay, RequestMethod: method };
  if (Array.isArray(value) && service.options.errorStatus === 'http') throw refuseList();
  if (!Array.isArray(value)) return { ...value, ...overlay };
  return value.map((entry: unknown) =>
    isData(entry) && Object.keys(entry).length > 0 ? { ...entry, ...overlay } : entry,
  );
}

/** The JSON value of a body; undefined without one. */
async function readValue({ request, service, trace, limits, share }: RoutedRequest): Promise<object | undefined> {
  const charset = charsetOf(request.headers['content-type']);
  const scanner = new JsonScanner(limits.json);
  const look = (part: Buffer) => {
    // In other charsets, what looks like a sign of JSON may be half a character.
    if (charset === undefined) scanner.add(part);
  };
  const limit = Math.min(service.maxLength ?? Infinity, limits.bodyLength);
  const body = await readBody(request, { limit, share, pace: limits.pace, look });
  if (body.length === 0) return undefined;
  const text = await toUTF8(body, charset);
  if (charset !== undefined && text !== undefined) scanner.add(text);
  scanner.finish();
  return decodeBody(text, trace);
}
