import { toRequestName, type WebService } from '@ticketgate/definition';
import { isData, toText, type Data } from '@ticketgate/sdk';

import type { DescribedTransport, DescribedBody } from '../described-service.js';
import { wsdlInSteps } from './wsdl.js';
import { escapeHTML } from '../pages/html.js';

/** Undefined for other transports. */
export function describeSoap({ transport, gateway }: WebService): DescribedTransport | undefined {
  if (transport.kind !== 'soap') return undefined;
  const { soap } = transport;
  return {
    // SOAP errors are data or Faults, whatever the form of answers.
    options: { ...gateway, answer: 'flat' },
    maxLength: soap.maxLength,
    // A WSDL describes a namespace.
    ownDocument: soap.hasNoNameSpace
      ? undefined
      : {
          name: 'WSDL',
          protocol: 'SOAP',
          query: 'wsdl',
          write: (service) => wsdlInSteps(service, soap),
          request: (operation, input) => exampleRequest(toRequestName(operation, soap), soap.nameSpace, input),
        },
    usual: { calls: [], probes: [] },
    routes: () => new Map(),
  };
}

/** A request in SOAP 1.1, with one element per line. */
function exampleRequest(element: string, nameSpace: string, input: Data): DescribedBody {
  const lines = [
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">',
    '  <soap:Body>',
    `    <${element} xmlns="${escapeHTML(nameSpace)}">`,
    ...toLines(input, '      '),
    `    </${element}>`,
    '  </soap:Body>',
    '</soap:Envelope>',
  ];
  return { contentType: 'text/xml; charset=utf-8', body: lines.join('\n') };
}

function toLines(data: Data, indent: string): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) =>
    [value].flat().flatMap((one: unknown) => {
      if (isData(one)) return [`${indent}<${name}>`, ...toLines(one, `${indent}  `), `${indent}</${name}>`];
      return [`${indent}<${name}>${escapeHTML(toText(one))}</${name}>`];
    }),
  );
}
