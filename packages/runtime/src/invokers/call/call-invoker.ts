import type { InvokerDefinition } from '@ticketgate/definition';
import type { MappingContext, Trace } from '@ticketgate/gateway';
import {
  explainError,
  type Data,
  type Invoker,
  type InvokerContext,
  isData,
  isOperationError,
  isTrue,
} from '@ticketgate/sdk';

import { atStage, CallFailure, isOwnFault, CallAgain, performFailure } from './call-failure.js';
import { decideRetry } from './retries/decide-retry.js';
import { earliestRetry, isAccepting, TOO_LARGE_FOR_LOG } from './http/received-answer.js';
import {
  type CallParts,
  type CallResult,
  type InvokerCall,
  type SentRequest,
  chooseAnswerUse,
  findMapping,
  readsTexts,
} from './invoker-call.js';
import { checkSize, perform, type PerformResult } from './perform.js';
import { StreamedTexts } from './streamed-texts.js';
import { streamsTexts } from './open-invoker-transport.js';

/** Calls an invoker: prepares and maps the data, sends it, and maps and handles the response (`docs/invokers.md`). */
export async function callInvoker(call: InvokerCall, parts: CallParts): Promise<CallResult> {
  const run = new CallRun(call, parts);
  const { requests } = run;
  const none = { data: undefined, retry: undefined, status: undefined, notBefore: undefined };
  const ended = { ...none, isSuccess: false, errorMessage: '', isAccepted: false, isOwnFault: false, requests };
  if (!isTrue(call.data)) return { ...ended, errorMessage: 'Got no Data!' };
  try {
    return { ...ended, isSuccess: true, data: await run.run() };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const { reason } = error;
    const { notBefore } = run;
    const isAccepted = run.isAccepted(error);
    return { ...ended, isAccepted, notBefore, status: error.about.status, reason, ...(await run.fail(error)) };
  }
}

class CallRun {
  readonly requests: SentRequest[] = [];
  readonly #call: InvokerCall;
  readonly #parts: CallParts;
  readonly #trace: Trace;
  /** The data of earlier stages, which `DataInclude` of a mapping may name. */
  readonly #stages: Record<string, unknown> = {};
  readonly #definition: InvokerDefinition | undefined;
  readonly #texts = new StreamedTexts();
  #invoker: Invoker<never> | undefined;

  constructor(call: InvokerCall, parts: CallParts) {
    this.#call = call;
    this.#parts = parts;
    this.#trace = call.trace;
    this.#definition = call.requester.invokers.get(call.invoker);
  }

  isAccepted({ about }: CallFailure): boolean {
    const { answer } = this.requests.at(-1) ?? {};
    return about.isRefusal !== true && answer !== undefined && isAccepting(answer);
  }

  get notBefore(): Date | undefined {
    const { maxRetryAfter: most, now } = this.#parts;
    return earliestRetry(this.requests.at(-1)?.answer?.retryAfter, now(), most);
  }

  async run(): Promise<unknown> {
    const { data, invoker: name } = this.#call;
    this.#trace.debug('Communication sequence started', () => data);
    this.#trace.debug(`Using invoker '${name}'`);
    const { definition, invoker } = this.#find();
    this.#stages.RequesterRequestInput = data;
    const prepared = await this.#prepare(invoker, definition);
    this.#stages.RequesterRequestPrepareOutput = prepared;
    const mapped = await this.#mapOut(definition, prepared);
    const performed = await this.#perform(mapped, definition);
    if (this.#call.isDryRun === true) return undefined;
    if (definition.ignoresAnswer) return {};
    if (findMapping(definition.outbound) !== undefined) this.#stages.RequesterRequestMapOutput = performed.remaining;
    const answer = await this.#mapIn(definition, performed);
    return this.#handle(answer, definition, invoker);
  }

  /** Runs ErrorHandling, and passes the error to invokers that handle errors. */
  async fail(failure: CallFailure): Promise<Pick<CallResult, 'errorMessage' | 'data' | 'retry' | 'isOwnFault'>> {
    const { stage, message, about, cause } = failure;
    if (cause instanceof CallAgain) return this.#callAgain(cause);
    if (about.isIncomplete !== true) this.#logCause(failure);
    const ended = { errorMessage: message, data: undefined, retry: undefined, isOwnFault: isOwnFault(failure) };
    if (stage === undefined || ended.isOwnFault) return ended;
    this.#trace.error(message, () => (isData(about.detail) ? about.detail : message));
    const { requester, invoker, past } = this.#call;
    const { now, formatTime } = this.#parts;
    const decided = decideRetry(requester.errorHandling, {
      invoker,
      stage,
      message,
      detail: about.detail,
      past,
      isAccepted: this.isAccepted(failure),
      notBefore: this.notBefore,
      now: now(),
      formatTime,
      trace: this.#trace,
    });
    if ('mistake' in decided) return { ...ended, errorMessage: decided.mistake };
    if (decided.outputs.length > 0) this.#stages.RequesterErrorHandlingOutput = decided.outputs;
    return { ...ended, data: await this.#handleError(failure), retry: decided.decision };
  }

  #callAgain({ message, requested, at: plannedAt }: CallAgain): Awaited<ReturnType<CallRun['fail']>> {
    this.#trace.error(message, () => requested);
    const { isAsynchronous, past = { firstAt: this.#parts.now(), count: 0 } } = this.#call;
    const again = { firstAt: past.firstAt, count: past.count + 1, interval: undefined, plannedAt };
    return { errorMessage: message, data: requested, retry: isAsynchronous === true ? again : null, isOwnFault: false };
  }

  /** Records an error of an operation by its code, others by their message. */
  #logCause({ message, about, cause }: CallFailure): void {
    if (isOperationError(cause)) this.#trace.error(cause.code, () => cause.message);
    else this.#trace.error(message, () => about.detail);
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
    const prepared = await atStage(stage, async () => {
      const made: unknown = await invoker.prepare(data, this.#context(definition));
      const streams = streamsTexts(this.#call.requester.transport, this.#texts);
      const isWhole = readsTexts(definition, this.#texts.length) || !streams;
      return isWhole ? this.#fill(made) : made;
    });
    this.#trace.debug('Outgoing data before mapping', () => prepared);
    return prepared;
  }

  /** Loads the streamed texts for a mapping. */
  async #fill(data: unknown): Promise<unknown> {
    const { maxBody, reserve } = this.#parts;
    checkSize(this.#texts.length, maxBody);
    if (this.#texts.length > 0) await reserve?.(this.#texts.length);
    return this.#texts.fill(data);
  }

  async #mapOut({ outbound }: InvokerDefinition, data: unknown): Promise<Data> {
    if (outbound.kind === 'broken') throw uninitialised('MappingOut', outbound.reason.message);
    const mapping = findMapping(outbound);
    if (mapping === undefined) return requireData(data);
    const mapped = await atStage('RequesterRequestMap', () => mapping.map(data, this.#mappingContext()));
    this.#trace.debug('Outgoing data after mapping', () => mapped);
    return requireData(mapped);
  }

  #perform(data: Data, definition: InvokerDefinition): Promise<PerformResult> {
    return perform(this.#call.requester.transport, {
      ...this.#parts,
      ...this.#call,
      data,
      texts: this.#texts,
      remoteName: definition.remoteName,
      answerUse: chooseAnswerUse(definition),
      onSent: (sent) => this.requests.push(sent),
    });
  }

  async #mapIn({ inbound }: InvokerDefinition, { data, isLarge }: PerformResult): Promise<unknown> {
    const record = (moment: string, content: unknown) => {
      const subject = `Incoming data ${moment} mapping`;
      if (isLarge) this.#trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
      else this.#trace.debug(subject, () => content);
    };
    record('before', data);
    if (inbound.kind === 'broken') throw uninitialised('MappingIn', inbound.reason.message);
    const mapping = findMapping(inbound);
    if (mapping === undefined) return data;
    this.#stages.RequesterResponseInput = data;
    const mapped = await atStage('RequesterResponseMap', () =>
      mapping.map(data, this.#mappingContext(this.#parts.answers.mappingCharacters)),
    );
    record('after', mapped);
    return mapped;
  }

  async #handle(answer: unknown, definition: InvokerDefinition, invoker: Invoker<never>): Promise<unknown> {
    const stage = 'RequesterResponseProcess';
    const given = answer ?? {};
    if (!isStructure(given)) throw new CallFailure(stage, NO_STRUCTURE('HandleResponse'));
    const called = isStructure(this.#call.data) ? this.#call.data : {};
    const { persist } = this.#call;
    const handle = async () => invoker.handle(given, this.#context(definition), called);
    return atStage(stage, () => (persist === undefined ? handle() : persist(handle)));
  }

  /** Passes the error to `handle` like a response, if the invoker handles errors. */
  async #handleError({ message, about: { detail } }: CallFailure): Promise<unknown> {
    const [definition, invoker] = [this.#definition, this.#invoker];
    if (invoker?.handlesErrors !== true || definition === undefined) return undefined;
    const error = isData(detail) ? detail : message;
    this.#trace.debug('Error data before mapping', () => error);
    try {
      const mapping = findMapping(definition.inbound);
      const mapped =
        mapping === undefined
          ? error
          : await mapping.map(
              isData(error) ? error : { Fault: error },
              this.#mappingContext(this.#parts.answers.mappingCharacters),
            );
      if (mapping !== undefined) this.#trace.debug('Error data after mapping', () => mapped);
      return await this.#handle(mapped, definition, invoker);
    } catch (cause) {
      const reason = explainError(cause);
      this.#trace.error(reason);
      this.#trace.error('Error handling error data in Invoker', () => reason);
      return undefined;
    }
  }

  #context(definition: InvokerDefinition): InvokerContext<never> {
    return { ...this.#parts.makeContext(definition), stream: (text) => this.#texts.add(text) };
  }

  #mappingContext(characters?: number): MappingContext {
    return {
      characters,
      notice: ({ message }) => this.#trace.notice(message),
      debug: this.#trace.debug.bind(this.#trace),
      parts: this.#stages,
    };
  }
}

const NO_STRUCTURE = (method: string) => `Got Data but it is not a hash or array ref in Invoker handler (${method})!`;

function isStructure(value: unknown): value is Data | readonly unknown[] {
  return isData(value) || Array.isArray(value);
}

function requireData(data: unknown): Data {
  if (isData(data)) return data;
  throw performFailure('Data is not a hash reference.');
}

function uninitialised(part: string, reason: string): CallFailure {
  return new CallFailure(undefined, `${part} could not be initialized`, { detail: reason });
}
