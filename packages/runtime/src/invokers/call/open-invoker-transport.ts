import { WRITE_REQUESTER_TRANSPORT, type RequesterTransport as TransportDefinition } from '@ticketgate/definition';

import { CallFailure } from './call-failure.js';
import type { InvokerTransport, InvokerTransportType } from './http/invoker-transport.js';
import { restTransport } from './rest/rest-invoker-transport.js';
import { soapTransport } from './soap/soap-invoker-transport.js';
import type { StreamedTexts } from './streamed-texts.js';

/** All transports; the first one that opens a definition sends its requests. */
const transports: readonly InvokerTransportType[] = [restTransport, soapTransport];

/** @throws CallFailure for a definition whose transport is not served, or has no Config */
export function openTransport(definition: TransportDefinition): InvokerTransport {
  for (const { open } of transports) {
    const transport = open(definition);
    if (transport !== undefined) return transport;
  }
  if (definition.kind !== 'not-served')
    throw new CallFailure('RequesterRequestPerform', 'REST Transport: Have no Config', { isIncomplete: true });
  const reason = `The transport "${definition.type}" is not served; write ${WRITE_REQUESTER_TRANSPORT}.`;
  throw new CallFailure(undefined, 'TransportObject could not be initialized', { detail: reason });
}

/** Whether the requests of a definition can contain these texts while they are read. */
export function streamsTexts(definition: TransportDefinition, texts: StreamedTexts): boolean {
  const streams = transports.map(({ open }) => open(definition)?.streams).find((each) => each !== undefined);
  return streams === 'any text' || (streams === 'Base64' && texts.areBase64);
}
