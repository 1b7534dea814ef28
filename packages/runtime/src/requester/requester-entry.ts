import type { CompiledService, DebuggerEntry, Trace } from '@ticketgate/gateway';
import type { CallResult, SentRequest } from '../invoking/index.js';

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
export function entryOf(parts: EntryParts): DebuggerEntry | undefined {
  const { communicationID, service, time, trace, textLength, result } = parts;
  const sent = result.requests.at(-1);
  const path = sent?.request.address.replace(/\?.*$/s, '') ?? '';
  const head = {
    communicationID,
    communicationType: 'Requester',
    remoteIP: undefined,
    webServiceID: service.id,
  } as const;
  const entry = trace.finish({ ...head, time, path }, textLength);
  return entry && { ...entry, summary: summaryOf(parts, sent) };
}

function summaryOf(
  { invoker, result, milliseconds }: EntryParts,
  sent: SentRequest | undefined,
): NonNullable<DebuggerEntry['summary']> {
  return {
    requestID: undefined,
    traceID: undefined,
    caller: undefined,
    operation: invoker,
    ...sizesOf(sent),
    errorCode: result.isSuccess ? undefined : 'Requester.Failed',
    milliseconds,
  };
}

const NOTHING_SENT = { method: '', status: 500, bytesReceived: 0, bytesSent: 0 };

/** Method, status and sizes of a request and its answer; if nothing was sent, the same as for a failed connection. */
export function sizesOf(sent: SentRequest | undefined) {
  if (sent === undefined) return NOTHING_SENT;
  const { method, body } = sent.request;
  const { answer } = sent;
  const { status = 200, body: received } = answer ?? {};
  return { method, status, bytesReceived: received?.length ?? 0, bytesSent: body?.length ?? 0 };
}
