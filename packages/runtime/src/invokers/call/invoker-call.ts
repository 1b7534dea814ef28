import type { InvokerDefinition, RequesterDefinition, MappingDefinition } from '@ticketgate/definition';
import { type Trace, compileMapping, type Mapping } from '@ticketgate/gateway';
import { type OperationContext, oncePer } from '@ticketgate/sdk';
import type { Message } from '@ticketgate/sdk/schema';

import type { RetryDecision, RetryState } from './retries/decide-retry.js';
import type { InvokerTypes } from './invoker-types.js';
import type { AnswerLimits } from './http/answer-body.js';
import type { BearerTokens } from './http/bearer-tokens.js';
import type { Connections } from '../../fetching/connections.js';
import type { OutgoingBody } from './streamed-texts.js';
import type { AnswerUse, OutgoingRequest, ReceivedAnswer } from './http/invoker-transport.js';

/** The parts that all calls share. */
export interface CallParts {
  readonly types: InvokerTypes;
  readonly connections: Connections;
  readonly answers: AnswerLimits;
  readonly tokens: BearerTokens;
  /** For example `Ticketgate/1.2.0`. */
  readonly userAgent: string;
  /** Creates the context of an invoker. */
  readonly makeContext: (invoker: InvokerDefinition) => OperationContext<never>;
  /** Most bytes of a body; undefined for no limit. */
  readonly maxBody?: number;
  /** Reserves memory until the call ends; resolves when there is enough. */
  readonly reserve?: (bytes: number) => Promise<void>;
  /** Most seconds that an attempt is put off because the other system asks for it (`Retry-After`). */
  readonly maxRetryAfter: number;
  readonly now: () => Date;
  readonly formatTime: (moment: Date) => string;
}

/** One call of an invoker. */
export interface InvokerCall {
  readonly requester: RequesterDefinition;
  /** Its name in the web service. */
  readonly invoker: string;
  readonly data: unknown;
  readonly trace: Trace;
  readonly signal: AbortSignal;
  /** Headers of this call, for example its Idempotency-Key. Headers of the definition override them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Creates headers that sign the body. */
  readonly sign?: ((body: OutgoingBody) => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Earlier attempts; undefined for the first one. */
  readonly past?: RetryState | undefined;
  /** Whether the other system may request another call. */
  readonly isAsynchronous?: boolean;
  /** Prepares and maps the data, but does not send it. */
  readonly isDryRun?: boolean;
  /** Runs work after an accepted request, which must not be sent again because of a fault on our side. */
  readonly persist?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A request and its response. */
export interface SentRequest {
  readonly request: OutgoingRequest;
  /** Undefined if it was not sent. */
  readonly answer: ReceivedAnswer | undefined;
  /** Why it may not be sent; undefined if it may. */
  readonly refused?: Message | undefined;
  readonly milliseconds: number;
}

export interface CallResult {
  readonly isSuccess: boolean;
  /** `''` after success. */
  readonly errorMessage: string;
  /** What the message does not say, for example about a template. */
  readonly reason?: string | undefined;
  /** The result of the invoker's `handle`. */
  readonly data: unknown;
  /** The decision of ErrorHandling after a failure; undefined if no module applied. */
  readonly retry: RetryDecision | undefined;
  readonly requests: readonly SentRequest[];
  /** HTTP status of a response that was not a success. */
  readonly status: number | undefined;
  /** The other system has answered with 2xx, so the request must not be repeated automatically. */
  readonly isAccepted: boolean;
  /** Something of our own, such as the database, was unavailable. ErrorHandling was not asked. */
  readonly isOwnFault: boolean;
  /** The time before which the other system wants no further request; undefined if it has not said so. */
  readonly notBefore: Date | undefined;
}

/** The compiled mappings of published definitions. */
export const findMapping: (definition: MappingDefinition) => Mapping | undefined = oncePer(compileMapping);

/** Without an inbound mapping, nothing in the definition says that the content of an answer matters. */
export function chooseAnswerUse({ ignoresAnswer, inbound }: InvokerDefinition): AnswerUse {
  if (ignoresAnswer) return 'ignored';
  return inbound.kind === 'none' ? 'optional' : 'needed';
}

/** Characters of all long texts up to which outbound mappings see them. */
const MOST_MAPPED = 5_000_000;

/** Whether mappings see the long texts of a call themselves. Otherwise they see placeholders, which they can copy. */
export function readsTexts({ outbound, inbound }: InvokerDefinition, length: number): boolean {
  if (inbound.kind === 'xslt' && inbound.config.dataInclude.length > 0) return true;
  return findMapping(outbound) !== undefined && length <= MOST_MAPPED;
}
