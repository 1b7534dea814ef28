import type { IncomingMessage } from 'node:http';
import { isData, type Data } from '@ticketgate/sdk';

import type { CompiledService } from '../services/compile-service.js';
import type { Trace } from '../debugger/trace.js';
import { readContractInput } from './contract-input.js';
import { decodeBody, decodeText, refuseList } from './decode-body.js';
import { readBody, type BodyLimits } from './read-body.js';
import { readQuery } from './read-query.js';

/** A request that a route was found for. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly service: CompiledService;
  readonly query: string;
  readonly parameters: Data;
  readonly trace: Trace;
  /** Bytes that the server accepts at all. */
  readonly serverLimit: number;
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

/** The bytes of a body are not kept beside its text; undefined when they are no text. */
async function readText(request: IncomingMessage, limits: BodyLimits): Promise<string | undefined> {
  const body = await readBody(request, limits);
  return body.length === 0 ? '' : decodeText(body, request.headers['content-type']);
}

async function readData({ request, service, query, parameters, trace, serverLimit }: RoutedRequest): Promise<unknown> {
  const method = request.method ?? 'GET';
  const overlay = { ...readQuery(query), ...parameters };
  const hasBody = WITH_BODY.has(method) || (method === 'DELETE' && service.isContract);
  if (!hasBody) return { ...overlay, RequestMethod: method };
  const limits = { maxLength: service.maxLength, serverLimit };
  const text = await readText(request, limits);
  if (text === '') return { ...overlay, RequestMethod: method };
  trace.debug('Received data by provider from remote system', () => text ?? 'Bytes that are no text in their charset.');
  const value = decodeBody(text);
  if (Array.isArray(value) && service.options.errorStatus === 'http') throw refuseList();
  if (!Array.isArray(value)) return { ...value, ...overlay };
  return value.map((entry: unknown) =>
    isData(entry) && Object.keys(entry).length > 0 ? { ...entry, ...overlay } : entry,
  );
}
