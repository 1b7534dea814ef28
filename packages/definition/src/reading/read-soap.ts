import { isData, textOf, type Data } from '@ticketgate/sdk';

import { urlOfHost } from '../destinations.js';
import type { RequesterTransport } from '../requester-definition.js';
import type { SoapNames, SoapOrder } from '../soap-names.js';
import type { TransportDefinition } from '../web-service.js';
import { readHttp } from './read-http-options.js';
import { member } from './read-record.js';
import { readRequesterHttp } from './read-requester-http.js';

/** Reads `Provider.Transport.Config` of HTTP::SOAP. */
export function readSoap(config: Data | undefined): TransportDefinition {
  return { kind: 'soap', soap: { ...readHttp(config), ...readSoapNames(config) } };
}

/** Reads `Requester.Transport.Config` of HTTP::SOAP, where all invokers have one address. */
export function readSoapRequester(config: Data = {}): RequesterTransport {
  const http = readRequesterHttp(config, 'Endpoint');
  const { pathname = '', search = '' } = urlOfHost(http.host) ?? {};
  const usualTarget = { method: 'POST', controller: `${pathname}${search}` };
  return { kind: 'soap', http: { ...http, ...readSoapNames(config), targets: new Map(), usualTarget } };
}

/** The names of elements and actions, and the order of answers. */
function readSoapNames(config: unknown): SoapNames {
  const text = (key: string) => textOf(member(config, key));
  return {
    nameSpace: text('NameSpace'),
    requestName: { scheme: text('RequestNameScheme'), freeText: text('RequestNameFreeText') },
    responseName: { scheme: text('ResponseNameScheme'), freeText: text('ResponseNameFreeText') },
    action: {
      isOff: text('SOAPAction') === 'No',
      scheme: text('SOAPActionScheme'),
      separator: text('SOAPActionSeparator'),
      freeText: text('SOAPActionFreeText'),
    },
    sort: readOrder(member(config, 'Sort')),
  };
}

/** Deeper lists have no effect, as no answer is so deep. */
const DEEPEST = 100;

function readOrder(list: unknown, depth = 0): readonly SoapOrder[] {
  if (!Array.isArray(list) || depth > DEEPEST) return [];
  return list.flatMap((entry: unknown) =>
    Object.entries(isData(entry) ? entry : {})
      .slice(0, 1)
      .map(([name, inner]) => ({ name, inner: Array.isArray(inner) ? readOrder(inner, depth + 1) : undefined })),
  );
}
