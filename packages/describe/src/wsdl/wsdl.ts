import { expectedActions, toRequestName, toResponseName, type SoapTransport } from '@ticketgate/definition';
import type { JsonSchema } from '@ticketgate/sdk';
import { objectOf, optional, text } from '@ticketgate/sdk/schema';

import type { DescribedOperation, DescribedService, OwnDocument } from '../described-service.js';
import { escapeHTML } from '../pages/html.js';
import { complexType, isElementName } from './xml-schema.js';

/** Writes the WSDL 1.1 of a service (document/literal). */
export function* wsdlInSteps(
  { name, description, operations, options }: DescribedService,
  soap: SoapTransport,
): ReturnType<OwnDocument['write']> {
  const writer = new Writer(soap, options.profile === 'contract');
  for (const operation of operations) {
    writer.add(operation);
    yield;
  }
  const parts = writer.document(name, description).split(ADDRESS);
  return (address) => parts.join(escapeHTML(address));
}

/** A placeholder for the address, which no other text can contain. */
const ADDRESS = '<address>';

const VERSIONS = [
  ['Soap11', 'soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
  ['Soap12', 'soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
] as const;
const NAMESPACES = VERSIONS.map(([, prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');

/** For Java, whose generators would create a method with a parameter for each of a hundred members. */
const ONE_PARAMETER =
  '<bindings xmlns="http://java.sun.com/xml/ns/jaxws"><enableWrapperStyle>false</enableWrapperStyle></bindings>';

const ERROR = objectOf({
  ErrorCode: text('For example TicketGet.AccessDenied.'),
  ErrorMessage: text('For people.'),
  RequestID: optional(text('As in X-Request-Id.')),
});

class Writer {
  readonly #soap: SoapTransport;
  /** Whether errors are Faults with a detail; in other services they are data of answers. */
  readonly #hasFaults: boolean;
  readonly #elements = new Map<string, string>();
  readonly #messages: string[] = [];
  readonly #operations: string[] = [];
  readonly #bindings = new Map<string, string[]>(VERSIONS.map(([, prefix]) => [prefix, []]));

  constructor(soap: SoapTransport, hasFaults: boolean) {
    this.#soap = soap;
    this.#hasFaults = hasFaults;
    if (!hasFaults) return;
    this.#declare('Error', complexType(ERROR, { isAnswer: true, sort: [] }));
    this.#addMessage('ServiceFault', 'Error', 'Error');
  }

  add(operation: DescribedOperation): void {
    const { name } = operation;
    const [request, answer] = [toRequestName(name, this.#soap), toResponseName(name, this.#soap)];
    if (!isElementName(request) || !isElementName(answer)) return;
    this.#declare(request, complexType(describeInput(operation), { isAnswer: false }));
    this.#declare(answer, complexType(this.#describeOutput(operation), { isAnswer: true, sort: this.#soap.sort }));
    this.#addMessage(`${name}Input`, 'parameters', request);
    this.#addMessage(`${name}Output`, 'parameters', answer);
    const note = documentation([operation.summary, operation.description].filter((text) => text !== '').join('\n\n'));
    const fault = this.#hasFaults ? '<fault name="Error" message="tns:ServiceFault"/>' : '';
    this.#operations.push(
      `<operation name="${name}">${note}<input message="tns:${name}Input"/><output message="tns:${name}Output"/>${fault}</operation>`,
    );
    const action = escapeHTML(expectedActions(name, this.#soap)?.[0] ?? '');
    for (const [prefix, list] of this.#bindings) list.push(this.#writeBinding(name, { prefix, action }));
  }

  document(serviceName: string, description: string): string {
    const name = serviceName.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
    const bindings = VERSIONS.map(
      ([suffix, prefix]) =>
        `<binding name="${name}${suffix}" type="tns:${name}PortType"><${prefix}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>${this.#bindings.get(prefix)?.join('') ?? ''}</binding>`,
    );
    const ports = VERSIONS.map(
      ([suffix, prefix]) =>
        `<port name="${name}${suffix}" binding="tns:${name}${suffix}"><${prefix}:address location="${ADDRESS}"/></port>`,
    );
    const space = escapeHTML(this.#soap.nameSpace);
    return [
      `<?xml version="1.0" encoding="UTF-8"?>\n<definitions name="${name}" targetNamespace="${space}" xmlns:tns="${space}" xmlns="http://schemas.xmlsoap.org/wsdl/"${NAMESPACES} xmlns:xs="http://www.w3.org/2001/XMLSchema">`,
      documentation(description),
      ONE_PARAMETER,
      `<types><xs:schema targetNamespace="${space}" elementFormDefault="qualified">`,
      ...this.#elements.values(),
      '</xs:schema></types>',
      ...this.#messages,
      `<portType name="${name}PortType">`,
      ...this.#operations,
      '</portType>',
      ...bindings,
      `<service name="${name}">${ports.join('')}</service>\n</definitions>\n`,
    ].join('\n');
  }

  /** Two contents with the same name, as with `Plain` and `Replace`, leave the element untyped. */
  #declare(name: string, content: string): void {
    const start = `<xs:element name="${name}" nillable="true"`;
    const known = this.#elements.get(name);
    const declared = `${start}>${content}</xs:element>`;
    this.#elements.set(name, known === undefined || known === declared ? declared : `${start}/>`);
  }

  #addMessage(name: string, part: string, element: string): void {
    this.#messages.push(`<message name="${name}"><part name="${part}" element="tns:${element}"/></message>`);
  }

  #describeOutput({ output, errorBody }: DescribedOperation): JsonSchema {
    const answer = output ?? { type: 'object' };
    return this.#hasFaults ? answer : { type: 'object', anyOf: [answer, errorBody] };
  }

  #writeBinding(name: string, { prefix, action }: { readonly prefix: string; readonly action: string }): string {
    const body = `<${prefix}:body use="literal"/>`;
    const fault = this.#hasFaults ? `<fault name="Error"><${prefix}:fault name="Error" use="literal"/></fault>` : '';
    return `<operation name="${name}"><${prefix}:operation soapAction="${action}"/><input>${body}</input><output>${body}</output>${fault}</operation>`;
  }
}

function documentation(text: string): string {
  return text === '' ? '' : `<documentation>${escapeHTML(text)}</documentation>`;
}

/** The input after its credentials: requests have both in the same element. */
function describeInput({ input, credentials }: DescribedOperation): JsonSchema {
  const parts = credentials.choices.flat().filter((part) => part.in === 'member');
  const members = parts.map(({ name }) => [name, { type: 'string' }] as const);
  return { allOf: [{ properties: Object.fromEntries(members) }, input] };
}
