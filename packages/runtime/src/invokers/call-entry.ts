import type { CompiledService, DebuggerEntry, Trace } from '@ticketgate/gateway';

import type { CallResult, SentRequest } from './call/index.js';

interface EntryParts {
  readonly communicationID: string;
  readonly service: CompiledService;
  readonly invoker: string;
  readonly time: Date;
  readonly trace: Trace;
  readonly textLength: number;
  readonly result: CallResult;
  readonly milliseconds: number;
}

/** The debug log entry of a call; undefined if nothing was recorded. */
export function makeEntry(parts: EntryParts): DebuggerEntry | undefined {
  const { communicationID, service, invoker, time, trace, textLength, result, milliseconds } = parts;
  const sent = result.requests.at(-1);
  const path = sent?.request.address.replace(/\?.*$/s, '') ?? '';
  const webServiceID = service.id;
  const head = { communicationID, communicationType: 'Requester', remoteIP: undefined, webServiceID } as const;
  const entry = trace.finish({ ...head, time, path }, textLength);
  const caller = { requestID: undefined, traceID: undefined, caller: undefined };
  const errorCode = result.isSuccess ? undefined : 'Requester.Failed';
  return (
    entry && { ...entry, summary: { ...caller, operation: invoker, ...measureSizes(sent), errorCode, milliseconds } }
  );
}

const NOTHING_SENT = { method: '', status: 500, bytesReceived: 0, bytesSent: 0 };

/** Method, status and sizes of a request and its answer; if nothing was sent, the same as for a failed connection. */
export function measureSizes(sent: SentRequest | undefined) {
  if (sent === undefined) return NOTHING_SENT;
  const { method, body } = sent.request;
  const { answer } = sent;
  const { status = 200, body: received } = answer ?? {};
  return { method, status, bytesReceived: received?.length ?? 0, bytesSent: body?.length ?? 0 };
}
