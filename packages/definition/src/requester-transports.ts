import type { JsonSchema } from '@ticketgate/sdk';

import { requesterRestSchema } from './schema/requester-rest-schema.js';
import { requesterSoapSchema } from './schema/requester-soap-schema.js';

/** The keys of `Requester.Transport.Config` by the type of the transport. */
export const requesterTransports: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['HTTP::REST', requesterRestSchema],
  ['HTTP::SOAP', requesterSoapSchema],
]);
