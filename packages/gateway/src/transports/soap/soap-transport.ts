import type { IncomingMessage } from 'node:http';
import {
  expectedActions,
  toOperationName,
  readAction,
  toResponseName,
  type GatewayOptions,
  type SoapTransport,
} from '@ticketgate/definition';
import { isData } from '@ticketgate/sdk';

import { createFailure } from '../../failure.js';
import { NO_HEADERS } from '../http/answer.js';
import { answerMethods, compileHeaders } from '../http/service-headers.js';
import { checkHost } from '../http/host-header.js';
import { answerCall } from '../http/answer-call.js';
import { httpCall } from '../http/http-call.js';
import type { Exchange, Handled, Transport } from '../transport.js';
import { answerData, answerError, answerFailure, chooseMediaType } from './answering/soap-answers.js';
import { readEnvelope, type Envelope, SOAP_11, SOAP_12, type SoapVersion } from './reading/read-envelope.js';
import { LengthRequired, OnlyPost, OperationUnknown, WrongAction, SeveralOperations } from './reading/xml-refusals.js';

/** HTTP::SOAP: envelopes of SOAP 1.1 and 1.2, whose Body contains the element of an operation. */
export const soapTransport: Transport = ({ transport, gateway: options, operations }) => {
  if (transport.kind !== 'soap') return undefined;
  const { soap } = transport;
  const names = [...operations.keys()];
  const service = { soap, options, names };
  const makeHeaders = compileHeaders(soap, options);
  return {
    obstacle: lacksNameSpace(soap) ? 'Its transport has no NameSpace.' : undefined,
    endpoints: names.map((operation) => ({ operation, methods: ['POST'], path: '' })),
    makeHeaders: (operation = '', request) => makeHeaders(operation, request),
    // Empty, because everything is in the body.
    listParameters: () => [],
    handle: (exchange) => handle(service, exchange),
    answerFailure: (failure, requestID, request) => answerFailure(failure, answerOptions(service, request), requestID),
  };
};

function lacksNameSpace({ nameSpace, hasNoNameSpace }: SoapTransport): boolean {
  return nameSpace === '' && !hasNoNameSpace;
}

/** One version of a definition. */
interface SoapService {
  readonly soap: SoapTransport;
  readonly options: GatewayOptions;
  /** The names of its operations. */
  readonly names: readonly string[];
}

const NO_ROUTE = Object.freeze({ route: '', parameters: {} });

const WSDL = { status: 200, contentType: 'text/xml; charset=UTF-8', data: 'The WSDL', headers: NO_HEADERS };

const NoNameSpace = createFailure('Gateway.TransportNotConfigured', {
  reason: 'Broken',
  message: () => 'The definition of this service has no NameSpace. "ticketgate check" shows where it belongs.',
  recorded: () => ({ reason: 'Broken', body: 'HTTP::SOAP Have no NameSpace in config' }),
});

/**
 * Reads the envelope, calls the operation, and creates the answer.
 *
 * @throws Failure for anything that ends the request before its operation has answered
 */
async function handle(service: SoapService, exchange: Exchange): Promise<Handled> {
  const { options } = service;
  const { request, info, trace } = exchange;
  info.match = NO_ROUTE;
  checkHost(options.transport.hostHeader, request);
  if (info.method === 'GET' && /^wsdl\b/i.test(exchange.query)) {
    const wsdl = await exchange.describe();
    if (wsdl !== undefined) return { answer: { ...WSDL, body: wsdl }, operation: undefined };
  }
  if (info.method === 'OPTIONS' && options.cors !== undefined) {
    return { answer: answerMethods('OPTIONS, POST', options, request), operation: undefined };
  }
  const envelope = await receiveEnvelope(service, exchange);
  const operation = findOperation(envelope, service, request);
  info.operation = operation;
  trace.debug(`Detected operation '${operation}'`);
  // An element without content has no members.
  const data = envelope.content === '' ? {} : (envelope.content ?? {});
  const texts = exchange.isChecked(operation) && isData(data) ? data : undefined;
  const outcome = await exchange.dispatch(httpCall({ operation, data, texts }, options, exchange));
  const names = { ...answerOptions(service, request), element: toResponseName(operation, service.soap) };
  const written = { ...names, mediaType: chooseMediaType(request.headers['content-type'], names) };
  const answer = answerCall(outcome, {
    data: (done) => answerData(done, written),
    error: (refused) => answerError(refused, written, info.id),
  });
  return { answer, operation };
}

/** The versions of running requests whose media type indicates a different one. */
const versions = new WeakMap<IncomingMessage, SoapVersion>();

async function receiveEnvelope({ soap, options }: SoapService, exchange: Exchange): Promise<Envelope> {
  const { request, info, limits } = exchange;
  const isContract = options.profile === 'contract';
  if (lacksNameSpace(soap)) throw new NoNameSpace();
  if (isContract && info.method !== 'POST') throw new OnlyPost({ method: info.method });
  if (request.headers['content-length'] === '0') throw new LengthRequired();
  return readEnvelope(exchange, {
    limit: Math.min(soap.maxLength ?? Infinity, limits.bodyLength),
    isContract,
    onVersion: (version) => {
      if (version !== guessVersion(request)) versions.set(request, version);
    },
  });
}

/** @throws Failure `Gateway.WrongAction`, `Gateway.OperationUnknown` */
function findOperation(envelope: Envelope, service: SoapService, request: IncomingMessage): string {
  const { soap, names, options } = service;
  const { element } = envelope;
  const name = toOperationName(element, soap);
  const header = request.headers.soapaction?.toString() ?? '';
  const action = readAction(header);
  if (action !== undefined) checkAction(action, { name, element, header }, service);
  if (!names.includes(name)) throw new OperationUnknown({ name, names });
  if (options.profile === 'contract') requireOne(name, envelope, service);
  return name;
}

/** @throws Failure `Gateway.WrongStructure` for further operations, because clients would not notice that they were not called */
function requireOne(name: string, { content, others }: Envelope, { soap, names }: SoapService): void {
  const again = Array.isArray(content) ? [name] : [];
  const further = [
    ...again,
    ...others.map((element) => toOperationName(element, soap)).filter((each) => names.includes(each)),
  ];
  if (further.length > 0) throw new SeveralOperations({ names: [name, ...further] });
}

/** @throws Failure `Gateway.WrongAction` */
function checkAction(
  action: string,
  { name, element, header }: Readonly<Record<'name' | 'element' | 'header', string>>,
  { soap, options }: SoapService,
): void {
  const { nameSpace, hasNoNameSpace } = soap;
  const isCompared = options.profile === 'znuny' && !hasNoNameSpace;
  const said = isCompared ? znunyMistake(header, element, nameSpace) : undefined;
  if (said !== undefined) throw new WrongAction({ got: action, expected: `${nameSpace}#${element}`, said });
  const expected = expectedActions(name, soap);
  if (expected?.includes(action) === false) throw new WrongAction({ got: action, expected: expected[0] ?? '' });
}

function answerOptions({ soap, options }: SoapService, request: IncomingMessage) {
  return { soap, options, version: versions.get(request) ?? guessVersion(request) };
}

/** By the media type, which is all that is known before the envelope has been read. */
function guessVersion({ headers }: IncomingMessage): SoapVersion {
  return /^application\/soap\+xml\b/i.test(headers['content-type'] ?? '') ? SOAP_12 : SOAP_11;
}

/**
 * Znuny compares the namespace and the operation of the header with those of the request, whatever the settings are
 * (`docs/compatibility.md`). A quoted header without a namespace is the operation.
 */
function znunyMistake(header: string, element: string, nameSpace: string): string | undefined {
  const [, space, inSpace] = /^["']?(.+)[#/]([^#/]+?)["']?$/.exec(header) ?? [];
  const operation = inSpace ?? /^(["']).*\1$/.exec(header)?.[0].slice(1, -1) ?? element;
  if (space !== undefined && space !== nameSpace)
    return `Namespace from SOAPAction '${space}' does not match namespace from configuration '${nameSpace}'`;
  return operation === element
    ? undefined
    : `Operation from SOAP data '${element}' does not match operation from SOAPAction '${operation}'`;
}
