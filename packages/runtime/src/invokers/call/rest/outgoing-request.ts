import { REST_COMMANDS, selectTarget, type RestRequester } from '@ticketgate/definition';
import { type Data, isData, perlNumber } from '@ticketgate/sdk';

import { performFailure } from '../call-failure.js';
import { encodePath, readHost, requireKeysAndCredentials } from '../http/address.js';
import { requestHeaders } from '../http/request-headers.js';
import type { DebugTrace, OutgoingRequest, RequestParts } from '../http/invoker-transport.js';
import type { OutgoingBody, StreamedTexts } from '../streamed-texts.js';
import { fillTemplate, formQuery } from './fill-template.js';
import { xmlBody } from './xml-body.js';

const COMMANDS: ReadonlySet<string> = new Set(REST_COMMANDS);
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Creates the request of an invoker from its data.
 *
 * @throws CallFailure if the definition is incomplete, or the data cannot be sent
 */
export function makeRequest(rest: RestRequester, parts: RequestParts): OutgoingRequest {
  const { invoker, userAgent, texts, trace } = parts;
  const { host: Host, defaultCommand: DefaultCommand, timeout: Timeout } = rest;
  // DefaultCommand is required even if the invoker has its own command.
  requireKeysAndCredentials('REST', { Host, DefaultCommand, Timeout }, rest);
  const { method, controller } = readTarget(rest, invoker);
  const { origin, prefix } = readHost(rest.host);
  const { data, ofData } = rest.takesHeaders ? separateHeaders(parts.data) : { data: parts.data, ofData: undefined };
  const { address, remaining, isQueryDropped } = fillController(controller, { method, rest, ...parts, data });
  const isEmpty = Object.keys(remaining).length === 0;
  const hasBody = WITH_BODY.has(method) && !isEmpty;
  const made = requestHeaders(rest, { invoker, userAgent, contentType: chooseContentType(rest), ...ofData });
  const form = ofData === undefined ? rest.contentType : findForm(made.headers.get('content-type')?.[1]);
  const body = hasBody ? encodeBody(remaining, form, texts) : undefined;
  const whole = hasBody || isEmpty ? address : addQuery(address, remaining, trace);
  requireNoText(whole, texts, 'an address');
  const noBody = `No data is sent in the request body as ${method} command sets all Data as query params`;
  if (!isEmpty) trace.debug('Remaining outgoing data to be sent', () => (hasBody ? remaining : noBody));
  return { ...made, method, origin, path: encodePath(prefix + whole), address: whole, body, remaining, isQueryDropped };
}

/** Takes the members of the data that Znuny sends as headers. */
function separateHeaders(data: Data) {
  const { __RequestHeaders: replacing, __RequestHeadersAppend: added, ...others } = data;
  const ofData = { replacing: isData(replacing) ? replacing : undefined, added: isData(added) ? added : undefined };
  return ofData.replacing === undefined && ofData.added === undefined ? { data } : { data: others, ofData };
}

/** Forms of bodies by `ContentType`. */
const FORMS = new Map([
  ['JSON', { media: 'application/json', encode: jsonBody }],
  ['FORM', { media: 'application/x-www-form-urlencoded', encode: (data: Data) => formQuery(data, 'form') }],
  ['XML', { media: 'application/xml', encode: xmlBody }],
]);

/** The Content-Type of all requests, also of those without a body. */
function chooseContentType({ contentType, namesCharset }: RestRequester): string {
  const type = FORMS.get(contentType)?.media ?? 'application/json';
  return namesCharset ? `${type}; charset=UTF-8` : type;
}

/** The form of a body whose Content-Type the data decides. */
function findForm(type = ''): string {
  return [...FORMS].find(([, { media }]) => type.toLowerCase().startsWith(media))?.[0] ?? 'JSON';
}

function encodeBody(data: Data, form: string, texts: StreamedTexts): OutgoingBody {
  const text = FORMS.get(form)?.encode(data);
  if (text === undefined) throw performFailure(`ContentType is "${form}" and is not served. Write JSON, FORM or XML.`);
  if (form === 'JSON') return texts.body(text);
  requireNoText(text, texts, 'a body of another form');
  return Buffer.from(text);
}

/** @throws CallFailure if the address or form would contain a streamed text */
function requireNoText(text: string, texts: StreamedTexts, place: 'an address' | 'a body of another form'): void {
  if (!texts.isIn(text)) return;
  const message = `An attachment cannot be part of ${place}. Send it in a body of JSON.`;
  throw performFailure(message);
}

interface ControllerParts extends RequestParts {
  readonly method: string;
  readonly rest: RestRequester;
}

/** Fills the placeholders of path and query. */
function fillController(
  controller: string,
  { method, rest, data, trace }: ControllerParts,
): Pick<OutgoingRequest, 'address' | 'remaining' | 'isQueryDropped'> {
  const [pathTemplate = '', ...queryTemplates] = controller.split('?');
  const queryTemplate = queryTemplates.join('?');
  const path = fillTemplate(pathTemplate, data, '/?');
  requireNoDots(path.text, pathTemplate);
  trace.debug('URI after interpolating URI params from outgoing data', () => `${method} ${path.text}`);
  const query = fillTemplate(queryTemplate, data, '&');
  const isUnused = ([key]: [string, unknown]) => !path.used.has(key) && !query.used.has(key);
  const remaining = Object.fromEntries(Object.entries(data).filter(isUnused));
  // Like the family, omit the query if none of its placeholders was filled.
  const isSent = query.used.size > 0 || (rest.alwaysSendsQuery && queryTemplate !== '');
  if (!isSent) return { address: path.text, remaining, isQueryDropped: queryTemplate !== '' };
  const address = `${path.text}?${query.text}`;
  trace.debug('URI after interpolating Query params from outgoing data', () => `${method} ${address}`);
  return { address, remaining, isQueryDropped: false };
}

/** A segment `.` or `..`, which servers resolve as a folder. */
const DOTS = /\/\.\.?(?=\/|$)/;

/** @throws CallFailure if the data would change the path of the definition */
function requireNoDots(path: string, template: string): void {
  if (!DOTS.test(path) || DOTS.test(template)) return;
  const message = `The data makes a segment "." or ".." in the address "${path}", which would lead elsewhere.`;
  throw performFailure(message);
}

function addQuery(address: string, data: Data, trace: DebugTrace): string {
  const query = formQuery(data);
  const whole = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
  trace.debug('URI after adding Query params from outgoing data', () => whole);
  return whole;
}

function readTarget(rest: RestRequester, invoker: string): { readonly method: string; readonly controller: string } {
  const { method = '', controller = '' } = selectTarget(rest, invoker) ?? {};
  if (controller === '')
    throw performFailure(`REST Transport: Have no Invoker <-> Controller mapping for Invoker '${invoker}'.`);
  if (!COMMANDS.has(method)) throw performFailure(`'${method}' is not a valid REST command.`);
  return { method, controller: controller.startsWith('/') ? controller : `/${controller}` };
}

/** Encodes JSON like the family, with numbers in Perl's format and escaped line separators of JavaScript. */
function jsonBody(value: unknown): string {
  return toParameter(value).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}

function toParameter(value: unknown): string {
  if (typeof value === 'number') return perlNumber(value);
  if (Array.isArray(value)) return `[${value.map(toParameter).join(',')}]`;
  if (!isData(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${toParameter(inner)}`);
  return `{${members.join(',')}}`;
}
