import { randomUUID } from 'node:crypto';
import { keptIn, type Logger, type RequestSummary } from '@ticketgate/sdk';

import type { DebuggerEntry } from '../ports.js';
import type { CompiledService } from '../services/compile-service.js';

const MINUTE = 60_000;
/** Failures of one kind that are recorded completely within a minute. */
const MOST_OF_KIND = 10;

type KindSummary = Pick<RequestSummary, 'operation' | 'method' | 'status' | 'errorCode' | 'caller' | 'apiKey'>;

interface FailedRequest {
  readonly type: DebuggerEntry['communicationType'];
  readonly service: Pick<CompiledService, 'id' | 'name' | 'debugger'>;
  readonly summary: KindSummary;
}

interface FailureLimitsParts {
  readonly logger: Logger;
  readonly now: () => Date;
  /** Failures of unknown callers that are recorded within a minute, for each web service. */
  readonly unauthenticatedFailures: number;
  /** Gets the entries with the numbers of further failures. */
  readonly add: (entry: DebuggerEntry) => void;
}

/**
 * Limits the failures that are recorded within a minute; further ones are only counted. If failures are recorded completely, each kind has a
 * limit, and an entry of the debug log has the number of further ones. Callers without credentials must not be able to fill the debug log, so
 * each web service has another limit for them.
 */
export class FailureLimits {
  readonly #parts: FailureLimitsParts;
  readonly #kinds = new Map<string, FailedRequest & Count>();
  readonly #unknown = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: FailureLimitsParts) {
    this.#parts = parts;
  }

  /** Whether another failure may be recorded; if not, it is counted. */
  admit(failed: FailedRequest): boolean {
    this.#timer ??= setTimeout(() => this.report(), MINUTE).unref();
    const counts = [...this.#ofKind(failed), ...this.#ofUnknown(failed)];
    const isRecorded = counts.every(({ recorded, most }) => recorded < most);
    for (const count of counts) count[isRecorded ? 'recorded' : 'counted'] += 1;
    return isRecorded;
  }

  #ofKind(failed: FailedRequest): readonly Count[] {
    if (!failed.service.debugger.keepsFailures) return [];
    return [keptIn(this.#kinds, keyFailure(failed), () => ({ ...failed, ...upTo(MOST_OF_KIND) }))];
  }

  #ofUnknown({ type, service, summary }: FailedRequest): readonly Count[] {
    if (type === 'Requester' || summary.caller !== undefined) return [];
    return [keptIn(this.#unknown, service.name, () => upTo(this.#parts.unauthenticatedFailures))];
  }

  /** Reports the failures that were only counted, and starts the next minute. */
  report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [service, { recorded, counted }] of this.#unknown) {
      if (counted === 0) continue;
      const fields = { service, notRecorded: counted, recorded };
      this.#parts.logger.warn('failed requests of unknown callers were counted instead of recorded', fields);
    }
    for (const kind of this.#kinds.values()) {
      if (kind.counted > 0) this.#parts.add(summarizeFailures(kind, kind.counted, this.#parts.now()));
    }
    this.#unknown.clear();
    this.#kinds.clear();
  }
}

interface Count {
  readonly most: number;
  recorded: number;
  counted: number;
}

function upTo(most: number): Count {
  return { most, recorded: 0, counted: 0 };
}

function keyFailure({ type, service, summary }: FailedRequest): string {
  const { operation, status, errorCode, caller, apiKey } = summary;
  return JSON.stringify([type, service.id, operation, status, errorCode, caller, apiKey]);
}

/** An entry for all failures that were only counted. */
function summarizeFailures({ type, service, summary }: FailedRequest, times: number, time: Date): DebuggerEntry {
  const content = `${times} more failed like this within a minute.`;
  return {
    communicationID: randomUUID().replaceAll('-', ''),
    communicationType: type,
    remoteIP: undefined,
    webServiceID: service.id,
    time,
    path: '',
    contents: [{ level: 'error', subject: 'Further failures', content, time }],
    level: 'error',
    isTruncated: false,
    times,
    summary: { ...summary, requestID: undefined, traceID: undefined, milliseconds: 0, bytesReceived: 0, bytesSent: 0 },
  };
}
