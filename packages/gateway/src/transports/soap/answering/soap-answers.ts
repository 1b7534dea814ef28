import type { GatewayOptions, SoapTransport } from '@ticketgate/definition';
import { toHttpStatus, type Data } from '@ticketgate/sdk';

import type { Failure } from '../../../failure.js';
import { NO_HEADERS, PLAIN_TYPE, type Answer } from '../../http/answer.js';
import { makeErrorHead } from '../../http/answer-call.js';
import type { DispatchResult } from '../../transport.js';
import { SOAP_12, type SoapVersion } from '../reading/read-envelope.js';
import { escapeAttribute, escapeText, requireName, XmlWriter } from './xml-writer.js';

interface AnswerOptions {
  readonly soap: SoapTransport;
  readonly options: GatewayOptions;
  readonly version: SoapVersion;
}

interface AnswerNames extends AnswerOptions {
  readonly element: string;
  readonly mediaType: string;
}

export function answerData({ data, head }: Extract<DispatchResult, { kind: 'done' }>, names: AnswerNames): Answer {
  const { status = 200, headers = NO_HEADERS } = head ?? {};
  const { element, soap, mediaType } = names;
  requireName(element);
  const start = `<${element}${writeNamespace(soap)}`;
  const writer = openEnvelope(names.version);
  const isEmpty = data === undefined || Object.keys(data).length === 0;
  if (isEmpty) writer.add(`${start} xsi:nil="true" />`);
  else writer.add(`${start}>`).members(data, soap.sort).add(`</${element}>`);
  return { status, contentType: `${mediaType}; charset=UTF-8`, body: close(writer), data: data ?? {}, headers };
}

/** An operation's own error: data of an answer in compatible services, a Fault in others. */
export function answerError(
  { error, data }: Extract<DispatchResult, { kind: 'refused' }>,
  names: AnswerNames,
  requestID: string,
): Answer {
  const head = makeErrorHead(error, names.options);
  if (names.options.profile !== 'contract')
    return { ...answerData({ kind: 'done', data, head: undefined, isReplay: false }, names), ...head };
  const { code, message } = error;
  const fault = contractFault({ code, message, requestID, status: toHttpStatus(error) }, names);
  // A Fault never has status 200.
  return { ...fault, ...head, status: head.status === 200 ? 500 : head.status };
}

/** The answer to a failure, as recorded in compatible services. */
export function answerFailure(failure: Failure, options: AnswerOptions, requestID: string): Answer {
  const { code, message, headers, recorded, reason } = failure;
  const { profile, errorStatus } = options.options;
  if (profile === 'contract') {
    const status = toHttpStatus(failure);
    const fault = contractFault({ code, message, requestID, status }, options);
    return { ...fault, status: errorStatus === 'http' ? status : 500, headers };
  }
  const { contentType = PLAIN_TYPE, body: plain, faultstring } = recorded ?? { body: message };
  const status = toHttpStatus(errorStatus === 'compatible' ? (recorded ?? { reason }) : { reason });
  if (faultstring === undefined) return { status, contentType, body: plain, headers };
  // The family's Fault is in the namespace of the service, and the same in all versions.
  const fault = { faultcode: 'Server', faultstring };
  const writer = openEnvelope(options.version).add(`<Fault${writeNamespace(options.soap)}>`);
  const body = close(writer.members(fault).add('</Fault>'));
  return { status, contentType, body, data: { Fault: fault }, headers };
}

function writeNamespace({ nameSpace, hasNoNameSpace }: SoapTransport): string {
  return hasNoNameSpace ? '' : ` xmlns="${escapeAttribute(nameSpace)}"`;
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly requestID: string;
  readonly status: number;
}

/** A Fault of the version, with our code in its detail. */
function contractFault({ code, message, requestID, status }: Problem, { soap, version }: AnswerOptions) {
  const error: Data = { ErrorCode: code, ErrorMessage: message, RequestID: requestID };
  const detail = `<Error${writeNamespace(soap)}>`;
  const isSender = status < 500;
  const text = escapeText(message);
  const writer = openEnvelope(version).add('<soap:Fault>');
  if (version === SOAP_12) {
    writer.add(`<soap:Code><soap:Value>soap:${isSender ? 'Sender' : 'Receiver'}</soap:Value></soap:Code>`);
    writer.add(`<soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason>`);
    writer.add(`<soap:Detail>${detail}`).members(error).add('</Error></soap:Detail>');
  } else {
    writer.add(`<faultcode>soap:${isSender ? 'Client' : 'Server'}</faultcode><faultstring>${text}</faultstring>`);
    writer.add(`<detail>${detail}`).members(error).add('</Error></detail>');
  }
  const body = close(writer.add('</soap:Fault>'));
  return { contentType: `${version.contentType}; charset=UTF-8`, body, data: { Fault: error } };
}

/** Begins a document with an envelope and its Body. */
export function openEnvelope({ envelope, encoding }: SoapVersion): XmlWriter {
  return new XmlWriter(
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope soap:encodingStyle="${encoding}" xmlns:soap="${envelope}" xmlns:soapenc="${encoding}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>`,
  );
}

function close(writer: XmlWriter): Answer['body'] {
  return writer.finish('</soap:Body></soap:Envelope>');
}

export function envelopeText(writer: XmlWriter): string {
  return [close(writer)].flat().join('');
}

/** The family repeats the media type of the request if it has a charset, but any type other than XML would be wrong. */
export function chooseMediaType(
  contentType: string | undefined,
  { version, options }: Omit<AnswerOptions, 'soap'>,
): string {
  if (options.profile === 'contract') return version.contentType;
  const [, type = ''] = /^([\w.+/-]{1,100});.*charset=/i.exec(contentType?.slice(0, 300) ?? '') ?? [];
  return /xml$/i.test(type) ? type : 'text/xml';
}
