import { isData, isTrue, toText, type ProfileName } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { requesterTransports, type RequesterTransport } from '../transport/requester-transports.js';
import { readEntry } from '../mapping/read-mapping.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { upgraded } from './read-requester-http.js';

/** `Requester:` of a definition (`docs/invokers.md`). */
export type RequesterDefinition = Unchanged<NonNullable<ReturnType<typeof readRequester>>>;

/** Reads `Requester`, with the options of `Gateway` for it; undefined if there is none. */
export function readRequester(requester: unknown, gateway: unknown, profile?: ProfileName) {
  if (nonEmptyMap(requester) === undefined) return undefined;
  const invokers = Object.entries(nonEmptyMap(member(requester, 'Invoker')) ?? {});
  return {
    transport: readRemote(member(requester, 'Transport'), member(gateway, 'Requester'), profile),
    invokers: new Map(invokers.map(([name, entry]) => [name, readInvoker(name, entry, profile)])),
    /** The modules of ErrorHandling that ErrorHandlingPriority lists, in its order. */
    errorHandling: textList(member(requester, 'ErrorHandlingPriority')).map((name) =>
      readErrorHandling(name, member(member(requester, 'ErrorHandling'), name)),
    ),
  };
}

export type InvokerDefinition = Unchanged<ReturnType<typeof readInvoker>>;

function readInvoker(name: string, entry: unknown, profile?: ProfileName) {
  const events = member(entry, 'Events');
  return {
    ...readEntry(name, entry, profile),
    /** The name in the other system: over SOAP, the operation. */
    remoteName: toText(member(entry, 'OperationName')) || name,
    /** In the order of the list; empty if Events is not a list. */
    events: Array.isArray(events) ? events.map(readEvent).filter(({ event }) => event !== '') : [],
    /** Whether the content of answers is ignored. */
    ignoresAnswer: isTrue(member(entry, 'IgnoreAnswer')),
  };
}

export type InvokerEvent = Unchanged<ReturnType<typeof readEvent>>;

function readEvent(entry: unknown) {
  const condition = nonEmptyMap(member(entry, 'Condition'));
  return {
    event: toText(member(entry, 'Event')),
    isAsynchronous: isTrue(member(entry, 'Asynchronous')),
    /** As written; undefined: the invoker is always called. */
    condition: nonEmptyMap(member(condition, 'Condition')) && condition,
  };
}

export type ErrorHandlingDefinition = Unchanged<ReturnType<typeof readErrorHandling>>;

function readErrorHandling(name: string, entry: unknown) {
  return {
    name,
    /** `''` if ErrorHandling has no such entry, or the entry has no Type. */
    type: toText(member(entry, 'Type')),
    stopAfterMatch: toText(member(entry, 'StopAfterMatch')),
    invokerFilter: textList(member(entry, 'InvokerFilter')),
    stageFilter: textList(member(entry, 'ErrorStageFilter')),
    /** A Perl pattern; `''` for none. */
    messageFilter: toText(member(entry, 'ErrorMessageContentFilter')),
    options: isData(entry) ? entry : {},
  };
}

function readRemote(transport: unknown, options: unknown, profile?: ProfileName): RequesterTransport {
  const type = toText(member(transport, 'Type'));
  const served = requesterTransports.get(type);
  if (served === undefined) return { kind: 'not-served', type };
  const config = nonEmptyMap(member(transport, 'Config'));
  return served.read(config && upgraded(config, served.timeout), options, profile);
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(toText) : [];
}
