import { WRITE_REQUESTER_TRANSPORT, type RequesterTransport as TransportDefinition } from '@ticketgate/definition';

import { CallFailure, performFailure } from './call-failure.js';
import type { InvokerTransport } from './http/invoker-transport.js';
import { overRest } from './rest/rest-invoker-transport.js';
import { overSoap } from './soap/soap-invoker-transport.js';
import type { StreamedTexts } from './streamed-texts.js';

/** Another type of transport is a folder beside `rest` and `soap`, and a line here. */
function find(definition: TransportDefinition): InvokerTransport | undefined {
  if (definition.kind === 'rest') return overRest(definition.http);
  return definition.kind === 'soap' ? overSoap(definition.http) : undefined;
}

/** @throws CallFailure for a definition whose transport is not served, or has no Config */
export function openTransport(definition: TransportDefinition): InvokerTransport {
  const transport = find(definition);
  if (transport !== undefined) return transport;
  if (definition.kind !== 'not-served') throw performFailure('REST Transport: Have no Config', { isIncomplete: true });
  const reason = `The transport "${definition.type}" is not served; write ${WRITE_REQUESTER_TRANSPORT}.`;
  throw new CallFailure(undefined, 'TransportObject could not be initialized', { detail: reason });
}

/** Whether the requests of a definition can contain these texts while they are read. */
export function streamsTexts(definition: TransportDefinition, texts: StreamedTexts): boolean {
  const streams = find(definition)?.streams;
  return streams === 'any text' || (streams === 'Base64' && texts.areBase64);
}
