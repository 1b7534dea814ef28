import type { WebService } from '@ticketgate/definition';

import type { OwnDocument } from './described-service.js';
import type { DescribedTransport } from './described-transport.js';
import { describeRest } from './routes.js';
import { describeSoap } from './wsdl/describe-soap.js';

/** Describes the transport of a web service: as the first of them that has it, or else as HTTP::REST without routes. */
export function describeTransport(webService: WebService): DescribedTransport {
  return describeSoap(webService) ?? describeRest(webService);
}

/** The document that clients of a web service read instead of an OpenAPI document. */
export function ownDocumentOf(webService: WebService): OwnDocument | undefined {
  return describeTransport(webService).ownDocument;
}
