import type { IncomingMessage } from 'node:http';
import {
  expectedActions,
  operationOf,
  readAction,
  responseNameOf,
  type GatewayOptions,
  type SoapTransport,
} from '@ticketgate/definition';
import { isData } from '@ticketgate/sdk';

import { createFailure, type Failure } from '../../failure.js';
import { NO_HEADERS, type Answer } from '../http/answer.js';
import { answerMethods, compileHeaders } from '../http/service-headers.js';
import { checkHost } from '../http/host-header.js';
import { answerCall } from '../http/answer-call.js';
import { HttpCall } from '../http/http-call.js';
import type { Endpoint, Exchange, Handled, ServiceTransport, Transport } from '../transport.js';
import { answerData, answerError, answerFailure, dataOf, mediaTypeOf } from './answering/soap-answers.js';
import { readEnvelope, type Envelope, SOAP_11, SOAP_12, type SoapVersion } from './reading/read-envelope.js';
import { LengthRequired, OnlyPost, OperationUnknown, WrongAction } from './reading/xml-refusals.js';

/** HTTP::SOAP: envelopes of SOAP 1.1 and 1.2, with the operation as the element in their Body. */
export const soapTransport: Transport = ({ transport, gateway, operations }) =>
  transport.kind === 'soap' ? new CompiledSoap(transport.soap, gateway, [...operations.keys()]) : undefined;

const NO_ROUTE = Object.freeze({ route: '', parameters: {} });

const WSDL = { status: 200, contentType: 'text/xml; charset=UTF-8', data: 'The WSDL', headers: NO_HEADERS };

const NoNameSpace = createFailure('Gateway.TransportNotConfigured', {
  reason: 'Broken',
  message: () => 'The definition of this service has no NameSpace. "ticketgate check" shows where it belongs.',
  recorded: () => ({ reason: 'Broken', body: 'HTTP::SOAP Have no NameSpace in config' }),
});

/** One compiled version of a definition. */
class CompiledSoap implements ServiceTransport {
  readonly obstacle: string | undefined;
  readonly endpoints: readonly Endpoint[];
  readonly takesTexts = true;
  readonly headersOf: ServiceTransport['headersOf'];
  readonly #soap: SoapTransport;
  readonly #options: GatewayOptions;
  readonly #names: readonly string[];
  /** The versions of running requests whose media type tells another one. */
  readonly #versions = new WeakMap<IncomingMessage, SoapVersion>();

  constructor(soap: SoapTransport, options: GatewayOptions, names: readonly string[]) {
    this.#soap = soap;
    this.#options = options;
    this.#names = names;
    this.obstacle = soap.nameSpace === '' ? 'Its transport has no NameSpace.' : undefined;
    this.endpoints = names.map((operation) => ({ operation, methods: ['POST'], path: '' }));
    const headersOf = compileHeaders(soap, options);
    this.headersOf = (operation = '', request) => headersOf(operation, request);
  }

  get #isContract(): boolean {
    return this.#options.profile === 'contract';
  }

  /** Everything comes in the body. */
  parametersOf(): readonly string[] {
    return [];
  }

  /**
   * Handles a request: reads its envelope, calls the operation, and creates the answer.
   *
   * @throws Failure for anything that ends the request before its operation has answered
   */
  async handle(exchange: Exchange): Promise<Handled> {
    const { request, info, trace } = exchange;
    info.match = NO_ROUTE;
    checkHost(this.#options.transport.hostHeader, request);
    if (info.method === 'GET' && /^wsdl\b/i.test(exchange.query)) {
      const wsdl = await exchange.describe();
      if (wsdl !== undefined) return { answer: { ...WSDL, body: wsdl }, operation: undefined };
    }
    if (info.method === 'OPTIONS' && this.#options.cors !== undefined) {
      return { answer: answerMethods('OPTIONS, POST', this.#options, request), operation: undefined };
    }
    const envelope = await this.#read(exchange);
    const operation = this.#findOperation(envelope, request);
    info.operation = operation;
    trace.debug(`Detected operation '${operation}'`);
    const data = dataOf(envelope.content);
    const isChecked = exchange.isChecked(operation);
    const call = { operation, data, texts: isChecked && isData(data) ? data : undefined };
    const outcome = await exchange.dispatch(new HttpCall(call, this.#options, exchange));
    const names = { ...this.#answerOptions(request), element: responseNameOf(operation, this.#soap) };
    const written = { ...names, mediaType: mediaTypeOf(request.headers['content-type'], names) };
    const answer = answerCall(outcome, {
      data: (done) => answerData(done, written),
      error: (refused) => answerError(refused, written, info.id),
    });
    return { answer, operation };
  }

  answerFailure(failure: Failure, requestID: string, request: IncomingMessage): Answer {
    return answerFailure(failure, this.#answerOptions(request), requestID);
  }

  async #read(exchange: Exchange): Promise<Envelope> {
    const { request, info, limits } = exchange;
    if (this.#soap.nameSpace === '') throw new NoNameSpace();
    if (this.#isContract && info.method !== 'POST') throw new OnlyPost({ method: info.method });
    if (request.headers['content-length'] === '0') throw new LengthRequired();
    return readEnvelope(exchange, {
      limit: Math.min(this.#soap.maxLength ?? Infinity, limits.bodyLength),
      isContract: this.#isContract,
      onVersion: (version) => {
        if (version !== versionOf(request)) this.#versions.set(request, version);
      },
    });
  }

  /** @throws Failure `Gateway.WrongAction`, `Gateway.OperationUnknown` */
  #findOperation({ element }: Envelope, request: IncomingMessage): string {
    const name = operationOf(element, this.#soap);
    const action = readAction(request.headers.soapaction?.toString());
    if (action !== undefined) this.#checkAction(action, name, element);
    if (!this.#names.includes(name)) throw new OperationUnknown({ name, names: this.#names });
    return name;
  }

  /** @throws Failure `Gateway.WrongAction` */
  #checkAction(action: string, name: string, element: string): void {
    const { nameSpace } = this.#soap;
    const said = this.#options.profile === 'znuny' ? znunyMistake(action, element, nameSpace) : undefined;
    if (said !== undefined) throw new WrongAction({ got: action, expected: `${nameSpace}#${element}`, said });
    const expected = expectedActions(name, this.#soap);
    if (expected?.includes(action) === false) throw new WrongAction({ got: action, expected: expected[0] ?? '' });
  }

  #answerOptions(request: IncomingMessage) {
    const version = this.#versions.get(request) ?? versionOf(request);
    return { soap: this.#soap, options: this.#options, version };
  }
}

/** As the media type tells it, which is all that is known before the envelope was read. */
function versionOf({ headers }: IncomingMessage): SoapVersion {
  return /^application\/soap\+xml\b/i.test(headers['content-type'] ?? '') ? SOAP_12 : SOAP_11;
}

/** Znuny compares the namespace and the operation of a header with those of the request, whatever the settings are (`docs/compatibility.md`). */
function znunyMistake(action: string, element: string, nameSpace: string): string | undefined {
  const [, space = '', operation = ''] = /^(.*)[#/](.*)$/s.exec(action) ?? [];
  if (space !== nameSpace)
    return `Namespace from SOAPAction '${space}' does not match namespace from configuration '${nameSpace}'`;
  return operation === element
    ? undefined
    : `Operation from SOAP data '${element}' does not match operation from SOAPAction '${operation}'`;
}
