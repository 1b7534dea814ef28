import { expectedActions, toResponseName, type SoapRequester } from '@ticketgate/definition';
import { envelopeText, escapeAttribute, Failure, openEnvelope, SOAP_11 } from '@ticketgate/gateway';
import { isData, type Data } from '@ticketgate/sdk';

import { type CallFailure, performFailure } from '../call-failure.js';
import { encodePath, readHost, requireKeysAndCredentials } from '../http/address.js';
import { requestHeaders, type RequestHeaders } from '../http/request-headers.js';
import type { InvokerTransport, OutgoingRequest, RequestParts } from '../http/invoker-transport.js';
import { openSoapAnswer } from './soap-answer.js';

/** As long as an escaped line break in JSON; XML parsers read it as a line feed. */
const LINE_END = '\r\n';
/** The Content-Type of all requests. */
const SOAP_TYPE = 'text/xml; charset=utf-8';

/** HTTP::SOAP: envelopes of SOAP 1.1, at one address for all invokers. */
export function overSoap(http: SoapRequester): InvokerTransport {
  return {
    http,
    streams: 'Base64',
    makeRequest: (parts) => makeRequest(http, parts),
    openAnswer: (_, options) => openSoapAnswer(toResponseName(options.remoteName, http) + http.responseSuffix, options),
  };
}

function makeRequest(soap: SoapRequester, parts: RequestParts): OutgoingRequest {
  const { invoker, remoteName, data, texts, userAgent, trace } = parts;
  const needed = { Endpoint: soap.host, ...(soap.hasNoNameSpace ? {} : { NameSpace: soap.nameSpace }) };
  requireKeysAndCredentials('SOAP', needed, soap);
  const { origin, prefix } = readHost(soap.host);
  const address = prefix === '' ? '/' : prefix;
  const body = texts.body(writeEnvelope(remoteName, data, soap), LINE_END);
  trace.debug('XML data sent to remote system', () => body.toString());
  const headers = requestHeaders(soap, { invoker, userAgent, contentType: SOAP_TYPE });
  return {
    ...withSoapHeaders(headers, expectedAction(parts, soap)),
    ...{ method: 'POST', origin, path: encodePath(address), address, body, remaining: data, isQueryDropped: false },
  };
}

/** Always sent; empty if its scheme lacks a value. A scheme with a namespace needs a separator here, unlike in a Provider. */
function expectedAction({ invoker, remoteName }: RequestParts, soap: SoapRequester): string {
  const { scheme, separator } = soap.action;
  if (scheme === 'NameSpaceSeparatorOperation' && separator === '') return '';
  // As in Znuny, the scheme `Operation` ignores OperationName.
  return expectedActions(scheme === 'Operation' ? invoker : remoteName, soap)?.[0] ?? '';
}

/** A header of the definition does not replace SOAPAction, and a Content-Type without a charset gets that of the body. */
function withSoapHeaders({ headers, refused }: RequestHeaders, action: string): RequestHeaders {
  const [name = '', type = ''] = headers.get('content-type') ?? [];
  const charset = /charset=/i.test(type) ? '' : '; charset=utf-8';
  const own = [
    ['content-type', [name, `${type}${charset}`]],
    ['soapaction', ['SOAPAction', `"${action}"`]],
  ] as const;
  return {
    headers: new Map([...headers, ...own]),
    refused: headers.has('soapaction') ? [...refused, 'SOAPAction'] : refused,
  };
}

/** Any scheme but `Request` appends the free text, as in the family. */
function nameElement(operation: string, { requestName: { scheme, freeText } }: SoapRequester): string {
  return `${operation}${scheme === 'Request' ? 'Request' : scheme === '' ? '' : freeText}`;
}

/** @throws CallFailure for data that has no form in XML */
function writeEnvelope(operation: string, data: Data, soap: SoapRequester): string {
  const name = nameElement(operation, soap);
  requireSendable(name, data);
  requireSendable(soap.prefix, '');
  const space = `="${escapeAttribute(soap.nameSpace)}"`;
  const attribute = soap.nameSpace === '' ? '' : ` xmlns${space}`;
  const [element, start] = soap.hasNoNameSpace
    ? [name, `<${name}${attribute}`]
    : [`${soap.prefix}:${name}`, `<${soap.prefix}:${name} xmlns:${soap.prefix}${space}`];
  const writer = openEnvelope(SOAP_11);
  try {
    if (Object.keys(data).length === 0) writer.add(`${start} xsi:nil="true" />`);
    else writer.add(`${start}>`).members(data, soap.sort).add(`</${element}>`);
  } catch (cause) {
    if (!(cause instanceof Failure) || typeof cause.recorded?.body !== 'string') throw cause;
    throw performFailure(cause.recorded.body, { reason: cause.message });
  }
  return envelopeText(writer);
}

/** The family sends neither booleans nor empty lists nor names with other characters. @throws CallFailure */
function requireSendable(name: string, value: unknown): void {
  if (!/^[A-Za-z_][\w.-]*$/.test(name))
    throw performFailure(`Error in SOAP call: Element '${name}' can't be allowed in valid XML message. Died.`);
  if (typeof value === 'boolean') throw ofType('JSON::PP::Boolean', `"${name}" is true or false. Map it to 1 or 0.`);
  if (Array.isArray(value)) {
    if (value.length === 0) throw ofType('ARRAY (empty)', `"${name}" is an empty list. Leave it out.`);
    for (const item of value) requireSendable(name, item);
  } else if (isData(value)) for (const [inner, one] of Object.entries(value)) requireSendable(inner, one);
}

function ofType(type: string, reason: string): CallFailure {
  return performFailure(`Error in SOAPOutputRecursion: Data type '${type}' is invalid`, { reason });
}
