import { requestNameOf, type WebService } from '@ticketgate/definition';

import type { DescribedTransport } from '../described-transport.js';
import { exampleRequest } from './example-request.js';
import { wsdlInSteps } from './wsdl.js';

/** Describes the transport of a service with HTTP::SOAP; undefined for others. */
export function describeSoap({ transport, gateway }: WebService): DescribedTransport | undefined {
  if (transport.kind !== 'soap') return undefined;
  const { soap } = transport;
  return {
    // Errors over SOAP are data or Faults, whatever the form of answers.
    options: { ...gateway, answer: 'flat' },
    maxLength: soap.maxLength,
    ownDocument: {
      name: 'WSDL',
      protocol: 'SOAP',
      query: 'wsdl',
      write: (service) => wsdlInSteps(service, soap),
      request: (operation, input) => exampleRequest(requestNameOf(operation, soap), soap.nameSpace, input),
    },
    usual: { calls: [], probes: [] },
    routes: () => new Map(),
  };
}
