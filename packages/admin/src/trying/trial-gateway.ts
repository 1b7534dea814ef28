import { Gateway, type DebuggerEntry, type ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';
import { gatewayLimits, registerPlugins, type System } from '@ticketgate/runtime';
import type { Message } from '@ticketgate/sdk/schema';

import { ReplayRun, type ReplayParts } from '../replaying/replay-run.js';
import type { TaskSystem } from '../tasks/task.js';
import { exchangeInMemory, type ClientAnswer, type ClientRequest } from './exchange-in-memory.js';
import { type ExactClock, exactClock, listStages, type Stage } from './request-stages.js';
import { trialPorts, type Trying } from './trial-ports.js';

/** With the tools of web services, where there are some. */
export type TrialSystem = System & Pick<TaskSystem, 'openMcpEndpoint'>;

/** A request that is to have no effect. */
export interface Trial {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  readonly request: ClientRequest;
  /** Undefined: nobody. */
  readonly caller: Caller | undefined;
}

export interface TriedRequest {
  /** Why there is no answer; null otherwise. */
  readonly refusal: string | Message | null;
  readonly answer: ClientAnswer | null;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly stages: readonly Stage[];
  readonly trace: DebuggerEntry['contents'];
}

/** Sends a request to a web service as its client would, and undoes what it did. */
export async function runTrial(system: TrialSystem, { record, ...trial }: Trial): Promise<TriedRequest> {
  const run = new ReplayRun(system);
  const gateway = new TrialGateway(system, record);
  try {
    return await run.within((parts) => gateway.send(parts, trial));
  } finally {
    await run.close();
  }
}

type TrialGatewayOptions = Pick<Trying, 'needsCredentials' | 'isTrusted' | 'onlyReads'>;

/** A version of a web service that answers requests of a run, one after the other, each within a transaction that its caller rolls back. */
export class TrialGateway {
  readonly #system: TrialSystem;
  readonly #record: ServiceRecord;
  readonly #options: TrialGatewayOptions;
  readonly #clock: ExactClock;
  #opened: Promise<Gateway | string> | undefined;
  #sent = 0;
  #current: CurrentTrial | undefined;

  constructor(system: TrialSystem, record: ServiceRecord, options: TrialGatewayOptions = {}) {
    this.#system = system;
    this.#record = record;
    this.#options = options;
    this.#clock = exactClock(() => system.now());
  }

  async send(parts: ReplayParts, { request, caller }: Omit<Trial, 'record'>): Promise<TriedRequest> {
    const gateway = await (this.#opened ??= this.#open(parts));
    if (typeof gateway === 'string') return { ...NOTHING, refusal: gateway };
    const current: CurrentTrial = { transaction: parts.transaction, caller, entries: [], ends: [], refusals: [] };
    this.#current = current;
    this.#sent += 1;
    const answer = await sendTo(gateway, request);
    const trace = current.entries[0]?.contents ?? [];
    const sent = { ...NOTHING, ...current.ends[0], stages: listStages(trace, this.#clock), trace };
    const [refusal = LOST] = current.refusals;
    return answer === undefined || current.refusals.length > 0 ? { ...sent, refusal } : { ...sent, answer };
  }

  /** The gateway, or why the version cannot be served. */
  async #open({ services, accounts }: ReplayParts): Promise<Gateway | string> {
    const system = this.#system;
    const { operations } = registerPlugins(system.loadedPlugins);
    return openGateway(system, this.#record, {
      ...trialPorts(system, { services, accounts, operations }, () => this.#trying),
      operations,
      debuggerSink: {
        indent: 0,
        write: async (written) => {
          this.#current?.entries.push(...written);
        },
      },
      listeners: [
        ({ operation = null, errorCode = null, milliseconds }) =>
          this.#current?.ends.push({ operation, errorCode, milliseconds }),
      ],
      now: () => this.#clock.now(),
      // A limit of requests from one address is not what is tried.
      remoteAddress: () => `127.0.${(this.#sent >> 8) & 255}.${this.#sent & 255}`,
    });
  }

  get #trying(): Trying {
    if (this.#current === undefined) throw new Error('No request is tried now.');
    const { transaction, caller, refusals } = this.#current;
    const onRefusal = (sentence: string | Message) => refusals.push(sentence);
    return { ...this.#options, transaction, caller, onRefusal };
  }
}

interface CurrentTrial extends Pick<Trying, 'transaction' | 'caller'> {
  readonly entries: DebuggerEntry[];
  readonly ends: Pick<TriedRequest, 'operation' | 'errorCode' | 'milliseconds'>[];
  readonly refusals: (string | Message)[];
}

type GatewayOptions = ConstructorParameters<typeof Gateway>[0];
type UsualOption = 'recordsAll' | 'logger' | 'limits' | 'usualProfile' | 'cookieName';

/** A gateway that serves a version to requests in memory and records all of them, or why the version cannot be served. */
export async function openGateway(
  system: TrialSystem,
  record: ServiceRecord,
  options: Omit<GatewayOptions, UsualOption>,
): Promise<Gateway | string> {
  const gateway = new Gateway({
    ...options,
    openMcpEndpoint: system.openMcpEndpoint,
    recordsAll: true,
    logger: system.logger,
    limits: gatewayLimits(system.configuration),
    usualProfile: system.host.profile,
    cookieName: system.settings.text('SessionName'),
  });
  const records = [{ ...record, validID: 1 }];
  await gateway.prepare(records);
  gateway.publish(records);
  const [state] = gateway.states();
  return state?.state === 'served' ? gateway : `This version cannot be served. ${state?.reason ?? ''}`.trim();
}

/** Resolves when the request is recorded; undefined if its connection was lost. */
export async function sendTo(gateway: Gateway, request: ClientRequest): Promise<ClientAnswer | undefined> {
  const answer = await exchangeInMemory(
    (incoming, response) => gateway.handle(incoming, response, () => response.destroy()),
    request,
  );
  await gateway.drain();
  return answer;
}

const LOST = 'The connection was closed before the answer was complete.';
const NOTHING: TriedRequest = {
  refusal: null,
  answer: null,
  operation: null,
  errorCode: null,
  milliseconds: 0,
  stages: [],
  trace: [],
};
