import type { InvokerDefinition, MappingDefinition, RequesterDefinition } from '@ticketgate/definition';
import {
  compileMapping,
  Failure,
  faultstringOf,
  type Mapping,
  type MappingContext,
  type Trace,
} from '@ticketgate/gateway';
import { type Data, type Invoker, isData, isOperationError, isTrue, type InvokerContext } from '@ticketgate/sdk';

import { CallFailure, type CallStage } from './call-failure.js';
import { decideRetry, type RetryDecision, type RetryState } from './error-handling/decide-retry.js';
import type { InvokerTypes } from './invoker-types.js';
import type { Connections } from './rest/connections.js';
import { perform, type Performed, type SentRequest } from './rest/perform.js';
import { TOO_LARGE_FOR_LOG } from './rest/read-answer.js';

/** What calls of all invokers have in common. */
export interface CallParts {
  readonly types: InvokerTypes;
  readonly connections: Connections;
  /** For example `Ticketgate/1.2.0`. */
  readonly userAgent: string;
  /** The context of the entry's invoker. */
  readonly contextOf: (invoker: InvokerDefinition) => InvokerContext<never>;
  /** Bytes of a body; undefined for any. */
  readonly maxBody?: number;
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
  /** Headers of this call alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes headers of the body that is sent. */
  readonly sign?: ((body: Buffer) => Readonly<Record<string, string>>) | undefined;
  /** The state of retrying; undefined at the first attempt. */
  readonly past?: RetryState | undefined;
  /** Prepares and maps, but sends nothing. */
  readonly isDryRun?: boolean;
}

export interface CallResult {
  readonly isSuccess: boolean;
  /** `''` after success. */
  readonly errorMessage: string;
  /** The data that the invoker returned for the answer. */
  readonly data: unknown;
  /** What ErrorHandling decided after a failure; undefined: no module was asked. */
  readonly retry: RetryDecision | undefined;
  readonly requests: readonly SentRequest[];
  /** HTTP status of an answer that was no success. */
  readonly status: number | undefined;
}

/** Calls an invoker: prepares the data, maps it, sends it, maps the answer and handles it (`docs/invokers.md`). */
export async function callInvoker(call: InvokerCall, parts: CallParts): Promise<CallResult> {
  const requests: SentRequest[] = [];
  const ended = { isSuccess: false, errorMessage: '', data: undefined, retry: undefined, status: undefined, requests };
  if (!isTrue(call.data)) return { ...ended, errorMessage: 'Got no Data!' };
  const run = new CallRun(call, parts, (sent) => requests.push(sent));
  try {
    return { ...ended, isSuccess: true, data: await run.run() };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { ...ended, ...(await run.fail(error)), status: error.status };
  }
}

class CallRun {
  readonly #call: InvokerCall;
  readonly #parts: CallParts;
  readonly #onSent: (sent: SentRequest) => void;
  readonly #trace: Trace;
  /** What `DataInclude` of a mapping may name. */
  readonly #seen: Record<string, unknown> = {};
  readonly #definition: InvokerDefinition | undefined;
  #invoker: Invoker<never> | undefined;

  constructor(call: InvokerCall, parts: CallParts, onSent: (sent: SentRequest) => void) {
    this.#call = call;
    this.#parts = parts;
    this.#onSent = onSent;
    this.#trace = call.trace;
    this.#definition = call.requester.invokers.get(call.invoker);
  }

  async run(): Promise<unknown> {
    const { data, invoker: name } = this.#call;
    this.#trace.debug('Communication sequence started', () => data);
    this.#trace.debug(`Using invoker '${name}'`);
    const { definition, invoker } = this.#find();
    this.#seen.RequesterRequestInput = data;
    const prepared = await this.#prepare(invoker, definition);
    this.#seen.RequesterRequestPrepareOutput = prepared;
    const mapped = await this.#mapOut(definition, prepared);
    const performed = await this.#perform(mapped);
    if (this.#call.isDryRun === true) return undefined;
    if (mappingOf(definition.outbound) !== undefined) this.#seen.RequesterRequestMapOutput = performed.remaining;
    const answer = await this.#mapIn(definition, performed);
    return this.#handle(answer, { definition, invoker });
  }

  /** Asks ErrorHandling, and tells invokers that handle errors. */
  async fail(failure: CallFailure): Promise<Pick<CallResult, 'errorMessage' | 'data' | 'retry'>> {
    const { stage, message, detail } = failure;
    if (!failure.isIncomplete) this.#logCause(failure);
    const ended = { errorMessage: message, data: undefined, retry: undefined };
    if (stage === undefined) return ended;
    this.#trace.error(message, () => (isData(detail) ? detail : message));
    const { requester, invoker, past } = this.#call;
    const { now, formatTime } = this.#parts;
    const decided = decideRetry(requester.errorHandling, {
      invoker,
      stage,
      message,
      detail,
      past,
      now: now(),
      formatTime,
      trace: this.#trace,
    });
    if ('mistake' in decided) return { ...ended, errorMessage: decided.mistake };
    if (decided.outputs.length > 0) this.#seen.RequesterErrorHandlingOutput = decided.outputs;
    return { ...ended, data: await this.#handleError(failure), retry: decided.decision };
  }

  /** An error of an operation by its code, others by their message. */
  #logCause({ message, detail, cause }: CallFailure): void {
    if (isOperationError(cause)) this.#trace.error(cause.code, () => cause.message);
    else this.#trace.error(message, () => detail);
  }

  #find(): { readonly definition: InvokerDefinition; readonly invoker: Invoker<never> } {
    const type = this.#definition?.type ?? '';
    this.#invoker = this.#parts.types.get(type);
    if (this.#definition !== undefined && this.#invoker !== undefined) {
      return { definition: this.#definition, invoker: this.#invoker };
    }
    const reason = type === '' ? 'Got no InvokerType!' : `There is no invoker of type "${type}".`;
    throw new CallFailure(undefined, 'InvokerObject could not be initialized', { detail: reason });
  }

  async #prepare(invoker: Invoker<never>, definition: InvokerDefinition): Promise<unknown> {
    const { data } = this.#call;
    const stage = 'RequesterRequestPrepare';
    if (!isStructure(data)) throw new CallFailure(stage, NO_STRUCTURE('PrepareRequest'));
    const prepared = await attempt(stage, () => invoker.prepare(data, this.#context(definition)));
    this.#trace.debug('Outgoing data before mapping', () => prepared);
    return prepared;
  }

  async #mapOut({ outbound }: InvokerDefinition, data: unknown): Promise<Data> {
    if (outbound.kind === 'broken') throw uninitialised('MappingOut', outbound.reason);
    const mapping = mappingOf(outbound);
    if (mapping === undefined) return requireObject(data);
    const mapped = await attempt('RequesterRequestMap', () => mapping.map(data, this.#surroundings()));
    this.#trace.debug('Outgoing data after mapping', () => mapped);
    return requireObject(mapped);
  }

  #perform(data: Data): Promise<Performed> {
    const { requester, invoker, signal, sign, headers = {}, isDryRun = false } = this.#call;
    const { connections, userAgent, maxBody } = this.#parts;
    return perform(requester.transport, {
      invoker,
      data,
      userAgent,
      connections,
      signal,
      headers,
      sign,
      maxBody,
      isDryRun,
      say: (subject, content) => {
        this.#trace.debug(subject, content);
      },
      onSent: this.#onSent,
    });
  }

  async #mapIn({ inbound }: InvokerDefinition, { data, isLarge }: Performed): Promise<unknown> {
    const logged = (moment: string, content: unknown) => {
      const subject = `Incoming data ${moment} mapping`;
      if (isLarge) this.#trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
      else this.#trace.debug(subject, () => content);
    };
    logged('before', data);
    if (inbound.kind === 'broken') throw uninitialised('MappingIn', inbound.reason);
    const mapping = mappingOf(inbound);
    if (mapping === undefined) return data;
    this.#seen.RequesterResponseInput = data;
    const mapped = await attempt('RequesterResponseMap', () => mapping.map(data, this.#surroundings()));
    logged('after', mapped);
    return mapped;
  }

  async #handle(
    answer: unknown,
    { definition, invoker }: { readonly definition: InvokerDefinition; readonly invoker: Invoker<never> },
  ): Promise<unknown> {
    const stage = 'RequesterResponseProcess';
    const given = answer ?? {};
    if (!isStructure(given)) throw new CallFailure(stage, NO_STRUCTURE('HandleResponse'));
    const { data } = this.#call;
    const called = isStructure(data) ? data : {};
    return attempt(stage, () => invoker.handle(given, this.#context(definition), called));
  }

  /** Invokers of tickets get what went wrong as if it had been answered. */
  async #handleError({ message, detail }: CallFailure): Promise<unknown> {
    const [definition, invoker] = [this.#definition, this.#invoker];
    if (invoker?.handlesErrors !== true || definition === undefined) return undefined;
    const error = isData(detail) ? detail : message;
    this.#trace.debug('Error data before mapping', () => error);
    try {
      const mapping = mappingOf(definition.inbound);
      const mapped =
        mapping === undefined
          ? error
          : await mapping.map(isData(error) ? error : { Fault: error }, this.#surroundings());
      if (mapping !== undefined) this.#trace.debug('Error data after mapping', () => mapped);
      return await this.#handle(mapped, { definition, invoker });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#trace.error(reason);
      this.#trace.error('Error handling error data in Invoker', () => reason);
      return undefined;
    }
  }

  #context(definition: InvokerDefinition): InvokerContext<never> {
    return this.#parts.contextOf(definition);
  }

  #surroundings(): MappingContext {
    return {
      notice: (sentence) => {
        this.#trace.notice(sentence);
      },
      debug: (subject, data) => {
        this.#trace.debug(subject, data);
      },
      parts: this.#seen,
    };
  }
}

/** Compiled once for each published definition. */
const mappings = new WeakMap<MappingDefinition, Mapping | undefined>();

function mappingOf(definition: MappingDefinition): Mapping | undefined {
  if (!mappings.has(definition)) mappings.set(definition, compileMapping(definition));
  return mappings.get(definition);
}

const NO_STRUCTURE = (method: string) => `Got Data but it is not a hash or array ref in Invoker handler (${method})!`;

function isStructure(value: unknown): value is Data | readonly unknown[] {
  return isData(value) || Array.isArray(value);
}

function requireObject(data: unknown): Data {
  if (isData(data)) return data;
  throw new CallFailure('RequesterRequestPerform', 'Data is not a hash reference.');
}

function uninitialised(part: string, reason: string): CallFailure {
  return new CallFailure(undefined, `${part} could not be initialized`, { detail: reason });
}

/** Runs a stage of the call. Any error becomes a failure of that stage. */
async function attempt<Result>(stage: CallStage, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CallFailure) throw cause;
    const message = messageOf(cause);
    const detail = isOperationError(cause)
      ? { Error: { ErrorCode: cause.code, ErrorMessage: cause.message } }
      : undefined;
    throw new CallFailure(stage, message, { detail, cause });
  }
}

function messageOf(cause: unknown): string {
  if (isOperationError(cause)) return `${cause.code}: ${cause.message}`;
  if (cause instanceof Failure) return faultstringOf(cause);
  return cause instanceof Error ? cause.message : String(cause);
}
