import { existsSync } from 'node:fs';
import { REST_COMMANDS, targetOf, type RestRequester } from '@ticketgate/definition';
import type { Data } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import type { OutgoingBody, StreamedTexts } from '../streamed-texts.js';
import { fillTemplate } from './fill-template.js';
import { formQuery } from './form-query.js';
import { jsonBody } from './json-body.js';
import { percentEncode } from './percent-encode.js';
import { requestHeaders, type RequestHeaders } from './request-headers.js';

const COMMANDS: ReadonlySet<string> = new Set(REST_COMMANDS);
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A request as it is sent. */
export interface OutgoingRequest extends RequestHeaders {
  readonly method: string;
  /** For example `https://chat.example.org:8443`. */
  readonly origin: string;
  /** Path and query, behind what Host has of a path. */
  readonly path: string;
  /** Path and query, as the definition and the data have them. */
  readonly address: string;
  readonly body: OutgoingBody | undefined;
  /** The data without the members that placeholders have used. */
  readonly remaining: Data;
}

/** Writes a step of making the request to the debug log. */
export type Say = (subject: string, content: () => unknown) => void;

export interface RequestMaking {
  readonly invoker: string;
  readonly data: Data;
  readonly texts: StreamedTexts;
  readonly userAgent: string;
  readonly say: Say;
}

/**
 * Makes the request of an invoker out of its data.
 *
 * @throws CallFailure when the definition or the data does not say what to send
 */
export function makeRequest(rest: RestRequester, making: RequestMaking): OutgoingRequest {
  const { invoker, userAgent } = making;
  requireKeys(rest);
  requireNoKerberos(rest);
  const { method, controller } = readTarget(rest, invoker);
  const { origin, prefix } = readHost(rest.host);
  const { address, remaining } = fillController(controller, method, making);
  const isEmpty = Object.keys(remaining).length === 0;
  const hasBody = WITH_BODY.has(method) && !isEmpty;
  const whole = hasBody || isEmpty ? address : withQuery(address, remaining, making.say);
  requireNoText(whole, making.texts);
  if (!isEmpty) making.say('Remaining outgoing data to be sent', () => (hasBody ? remaining : noBody(method)));
  return {
    ...requestHeaders(rest, invoker, userAgent),
    method,
    origin,
    path: encodePath(prefix + whole),
    address: whole,
    body: hasBody ? making.texts.body(jsonBody(remaining)) : undefined,
    remaining,
  };
}

/** @throws CallFailure when a text that is streamed would be part of the address */
function requireNoText(address: string, texts: StreamedTexts): void {
  if (!texts.has(address)) return;
  throw new CallFailure('RequesterRequestPerform', 'An attachment cannot be part of an address. Send it in a body.');
}

function noBody(method: string): string {
  return `No data is sent in the request body as ${method} command sets all Data as query params`;
}

/** Path and query with the values of the data that they name, and the rest of the data. */
function fillController(
  controller: string,
  method: string,
  { data, say }: RequestMaking,
): Pick<OutgoingRequest, 'address' | 'remaining'> {
  const [pathTemplate = '', ...queryTemplate] = controller.split('?');
  const path = fillTemplate(pathTemplate, data, '/?');
  requireNoDots(path.text, pathTemplate);
  say('URI after interpolating URI params from outgoing data', () => `${method} ${path.text}`);
  const query = fillTemplate(queryTemplate.join('?'), data, '&');
  const isUnused = ([key]: [string, unknown]) => !path.used.has(key) && !query.used.has(key);
  const remaining = Object.fromEntries(Object.entries(data).filter(isUnused));
  // A query without a value for any of its placeholders is left out, as in the family.
  if (query.used.size === 0) return { address: path.text, remaining };
  const address = `${path.text}?${query.text}`;
  say('URI after interpolating Query params from outgoing data', () => `${method} ${address}`);
  return { address, remaining };
}

/** A segment of dots, which a server takes for another folder. */
const DOTS = /\/\.\.?(?=\/|$)/;

/** @throws CallFailure when data would lead elsewhere than the definition says */
function requireNoDots(path: string, template: string): void {
  if (!DOTS.test(path) || DOTS.test(template)) return;
  const message = `The data makes a segment "." or ".." in the address "${path}", which would lead elsewhere.`;
  throw new CallFailure('RequesterRequestPerform', message);
}

function withQuery(address: string, data: Data, say: Say): string {
  const query = formQuery(data);
  const whole = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
  say('URI after adding Query params from outgoing data', () => whole);
  return whole;
}

function readTarget(rest: RestRequester, invoker: string): { readonly method: string; readonly controller: string } {
  const { method, controller } = targetOf(rest, invoker);
  const mistake = targetMistake({ invoker, controller, method });
  if (mistake !== undefined) throw new CallFailure('RequesterRequestPerform', mistake);
  return { method, controller: controller.startsWith('/') ? controller : `/${controller}` };
}

interface Target {
  readonly invoker: string;
  readonly controller: string;
  readonly method: string;
}

/** An invoker with a command of its own needs DefaultCommand too. */
function requireKeys({ host: Host, defaultCommand: DefaultCommand, timeout: Timeout }: RestRequester): void {
  const missing = Object.entries({ Host, DefaultCommand, Timeout }).find(([, text]) => text === '')?.[0];
  if (missing === undefined) return;
  const message = `REST Transport: Have no ${missing} in config`;
  throw new CallFailure('RequesterRequestPerform', message, { isIncomplete: true });
}

/** @throws CallFailure */
function requireNoKerberos({ kerberosKeytab: keytab }: RestRequester): void {
  if (keytab === undefined) return;
  const message = existsSync(keytab)
    ? 'Kerberos is not supported. Write AuthType: BasicAuth, or send credentials in a header of OutboundHeaders.'
    : `'${keytab}' does not exist.`;
  throw new CallFailure('RequesterRequestPerform', message);
}

function targetMistake({ invoker, controller, method }: Target): string | undefined {
  if (controller === '') return `REST Transport: Have no Invoker <-> Controller mapping for Invoker '${invoker}'.`;
  return COMMANDS.has(method) ? undefined : `'${method}' is not a valid REST command.`;
}

/** Splits Host into the origin and the path that comes before the controller. */
export function readHost(host: string): { readonly origin: string; readonly prefix: string } {
  const url = URL.parse(/^https?:\/\//i.test(host) ? host : `http://${host}`);
  if (url === null) {
    throw new CallFailure('RequesterRequestPerform', `The Host "${withoutCredentials(host)}" is not an address.`);
  }
  const [, prefix = ''] = /^(?:https?:\/\/)?[^/]*(\/.*)?$/is.exec(host) ?? [];
  return { origin: url.origin, prefix };
}

export function withoutCredentials(host: string): string {
  return host.replace(/\/\/[^/@]*@|^[^/@]*@/, (text) => (text.startsWith('//') ? '//' : ''));
}

/** Characters that no address has (RFC 3986) are percent-encoded; those that are encoded already stay. A fragment is not sent. */
function encodePath(path: string): string {
  return path.replace(/#.*/s, '').replace(/[^\w%!$&'()*+,\-./:;=?@[\]~]+/g, percentEncode);
}
