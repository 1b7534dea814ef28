import { parse } from 'node:querystring';
import type { GatewayOptions } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import { percentDecode } from '../../../percent-encoding.js';
import { TooManyParameters, WrongStructure } from '../../http/refusals.js';
import type { Exchange } from '../../transport.js';
import type { Match, RoutedService } from '../routing/router.js';
import { expandContractForms } from './contract-forms.js';
import { readJsonBody, type JsonService } from './read-json-body.js';

/** Methods whose body is always read. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const OF_CONTRACT = new Set([...WITH_BODY, 'DELETE']);

/**
 * Reads the data of a request: body, overridden by query, overridden by route parameters. In compatible services, these override members of
 * each object of a list.
 *
 * @param match the route
 */
export async function readRequest(service: RestService, exchange: Exchange, match: Match) {
  const { isContract } = service;
  const { method } = exchange.info;
  const isChecked = exchange.isChecked(match.operation);
  // The family's rules for query strings only apply to its own operations.
  const parse = isContract || isChecked ? readQuery : readFamilyQuery;
  const overlay = { ...parse(exchange.query, exchange.limits.queryParameters), ...match.parameters };
  const value = (isContract ? OF_CONTRACT : WITH_BODY).has(method) ? await readJsonBody(exchange, service) : undefined;
  const read = (data: unknown) => (isContract && isData(data) ? expandContractForms(data) : data);
  const data = read(value === undefined ? { ...overlay, RequestMethod: method } : laidOver(value, overlay, service));
  // The members from query and path, if the input is validated by a schema.
  const texts = isChecked ? read(overlay) : undefined;
  return { data, texts: isData(texts) && Object.keys(texts).length > 0 ? texts : undefined };
}

function laidOver(value: object, overlay: Data, { options }: RestService): unknown {
  if (!Array.isArray(value)) return { ...value, ...overlay };
  if (options.errorStatus === 'http') throw new WrongStructure('a list');
  return value.map((item: unknown) => (isData(item) && Object.keys(item).length > 0 ? { ...item, ...overlay } : item));
}

/**
 * Reads a query string as libraries for URLs do (https://url.spec.whatwg.org/#urlencoded-parsing); repeated names become a list.
 * Percent signs that encode nothing stay unchanged.
 *
 * @param most most parameters
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readQuery(query: string, most: number): Record<string, unknown> {
  splitQuery(query, '&', most);
  return parse(query, '&', '=', { maxKeys: 0, decodeURIComponent: percentDecode });
}

/**
 * Reads a query string as the family does: pairs end at `&` and `;`, a value ends at the next `=`, plus signs in names are not decoded,
 * a first value of `0` is empty, repeated names become a list (`docs/compatibility.md`).
 *
 * @param most most parameters
 * @throws Failure `Gateway.TooManyParameters`
 */
export function readFamilyQuery(query: string, most: number): Record<string, unknown> {
  // Without a prototype, since a parameter may be called `__proto__`. A cast, because Object.create returns any.
  const data = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return data;
  for (const pair of splitQuery(query, /[&;]/, most)) {
    const [encodedName = '', encodedValue = ''] = pair.split('=');
    const name = percentDecode(encodedName);
    const value = percentDecode(encodedValue.replaceAll('+', ' '));
    const known = data[name];
    if (known === undefined) data[name] = value === '0' ? '' : value;
    else if (Array.isArray(known)) known.push(value);
    else data[name] = [known, value];
  }
  return data;
}

function splitQuery(query: string, separator: string | RegExp, most: number): readonly string[] {
  const pairs = query.split(separator, most + 1);
  if (pairs.length > most) throw new TooManyParameters({ most });
  return pairs;
}

export interface RestService extends RoutedService, JsonService {
  readonly options: GatewayOptions;
  /** Whether AI agents find tools at the path `/mcp`, which no route uses. */
  readonly hasTools: boolean;
}
