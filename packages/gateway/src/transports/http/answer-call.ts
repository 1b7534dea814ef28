import type { GatewayOptions } from '@ticketgate/definition';
import { toHttpStatus, readRetryAfter, type OperationError, type Reason, type StreamedAnswer } from '@ticketgate/sdk';

import { encodeStrictly } from '../../percent-encoding.js';
import type { DispatchResult } from '../transport.js';
import { NO_HEADERS, type Answer } from './answer.js';

/** The system cannot do its work, regardless of the caller. */
const OF_THE_SYSTEM: ReadonlySet<Reason> = new Set(['NotInstalled', 'Unavailable']);

/**
 * Status and headers of an operation's own error. Compatible services answer with HTTP 200, the family's status for decisions about a
 * request. But if the system cannot do its work, clients and proxies must see that, whatever the profile.
 */
export function makeErrorHead(error: OperationError, { errorStatus }: GatewayOptions) {
  const isHonest = errorStatus === 'http' || OF_THE_SYSTEM.has(error.reason);
  const seconds = isHonest ? readRetryAfter(error) : undefined;
  return {
    status: isHonest ? toHttpStatus(error) : 200,
    headers: seconds === undefined ? NO_HEADERS : { 'Retry-After': String(seconds) },
  };
}

/** How a transport writes the results of operations. */
interface AnswerWriters {
  data(outcome: Extract<DispatchResult, { kind: 'done' }>): Answer;
  error(outcome: Extract<DispatchResult, { kind: 'refused' }>): Answer;
}

const NOTHING: Answer = Object.freeze({ status: 204, contentType: undefined, body: '', headers: NO_HEADERS });
const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

/** The answer to a call. Streams are the same in all transports. */
export function answerCall(outcome: DispatchResult, write: AnswerWriters): Answer {
  if (outcome.kind === 'not-run') return NOTHING;
  if (outcome.kind === 'refused') return write.error(outcome);
  if (outcome.kind === 'streamed') return answerStream(outcome.stream);
  const answer = write.data(outcome);
  return outcome.isReplay ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
}

/** Answers a stream as a download, so that browsers never show it as a page of this host. */
function answerStream(stream: StreamedAnswer): Answer {
  const { status = 200, headers, contentType, filename } = stream;
  return {
    status,
    contentType,
    body: '',
    stream,
    headers: {
      ...headers,
      'Content-Disposition': writeDisposition(filename),
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** `Content-Disposition` (RFC 6266): an ASCII name, and the true name if it differs. */
function writeDisposition(filename: string | undefined): string {
  if (filename === undefined || filename === '') return 'attachment';
  // Without folders.
  const name = filename.replaceAll(/[/\\]/g, '_');
  const plain = name.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const simple = `attachment; filename="${plain}"`;
  return plain === name ? simple : `${simple}; filename*=UTF-8''${encodeStrictly(name)}`;
}
