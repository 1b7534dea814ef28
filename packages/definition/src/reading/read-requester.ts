import { isData, isTrue, textOf } from '@ticketgate/sdk';

import type {
  ErrorHandlingDefinition,
  InvokerDefinition,
  InvokerEvent,
  RequesterDefinition,
  RequesterTransport,
} from '../requester-definition.js';
import { requesterTransports } from '../requester-transports.js';
import { readEntry } from './read-mapping.js';
import { member, nonEmptyMap } from './read-record.js';
import { upgraded } from './read-requester-http.js';

/** Reads `Requester`, with what `Gateway` says about it; undefined when there is none. */
export function readRequester(requester: unknown, gateway: unknown): RequesterDefinition | undefined {
  if (nonEmptyMap(requester) === undefined) return undefined;
  const invokers = Object.entries(nonEmptyMap(member(requester, 'Invoker')) ?? {});
  return {
    transport: readTransport(member(requester, 'Transport'), member(gateway, 'Requester')),
    invokers: new Map(invokers.map(([name, entry]) => [name, readInvoker(name, entry)])),
    errorHandling: textList(member(requester, 'ErrorHandlingPriority')).map((name) =>
      readErrorHandling(name, member(member(requester, 'ErrorHandling'), name)),
    ),
  };
}

function readInvoker(name: string, entry: unknown): InvokerDefinition {
  const events = member(entry, 'Events');
  return {
    ...readEntry(name, entry),
    events: Array.isArray(events) ? events.map(readEvent).filter(({ event }) => event !== '') : [],
    ignoresAnswer: isTrue(member(entry, 'IgnoreAnswer')),
  };
}

function readEvent(entry: unknown): InvokerEvent {
  const condition = nonEmptyMap(member(entry, 'Condition'));
  return {
    event: textOf(member(entry, 'Event')),
    isAsynchronous: isTrue(member(entry, 'Asynchronous')),
    condition: nonEmptyMap(member(condition, 'Condition')) && condition,
  };
}

function readErrorHandling(name: string, entry: unknown): ErrorHandlingDefinition {
  return {
    name,
    type: textOf(member(entry, 'Type')),
    stopAfterMatch: textOf(member(entry, 'StopAfterMatch')),
    invokerFilter: textList(member(entry, 'InvokerFilter')),
    stageFilter: textList(member(entry, 'ErrorStageFilter')),
    messageFilter: textOf(member(entry, 'ErrorMessageContentFilter')),
    options: isData(entry) ? entry : {},
  };
}

function readTransport(transport: unknown, options: unknown): RequesterTransport {
  const type = textOf(member(transport, 'Type'));
  const served = requesterTransports.get(type);
  if (served === undefined) return { kind: 'not-served', type };
  const config = nonEmptyMap(member(transport, 'Config'));
  return served.read(config && upgraded(config, served.timeout), options);
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
