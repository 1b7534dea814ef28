import { createGateway, type DebuggerEntry, type Gateway, type ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';
import { gatewayLimits, registerPlugins, type System } from '@ticketgate/runtime';

import { ReplayRun, type ReplayParts } from '../debug-log/replay-run.js';
import { exchangeInMemory, type ClientAnswer, type ClientRequest } from './exchange-in-memory.js';
import { ExactClock, stagesOf, type Stage } from './request-stages.js';
import { trialPorts } from './trial-ports.js';

/** A request that is to have no effect. */
export interface Trial {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  readonly request: ClientRequest;
  readonly caller: Caller;
}

export interface TriedRequest {
  /** Why there is no answer; null otherwise. */
  readonly refusal: string | null;
  readonly answer: ClientAnswer | null;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly stages: readonly Stage[];
  readonly trace: DebuggerEntry['contents'];
}

/** Sends a request to a web service as its client would, and undoes what it did. */
export async function tryRequest(system: System, trial: Trial): Promise<TriedRequest> {
  const run = new ReplayRun(system);
  try {
    return await run.within((parts) => sendWithin(parts, trial, system));
  } finally {
    await run.close();
  }
}

/** The same within a transaction that its caller rolls back. */
export async function sendWithin(
  parts: ReplayParts,
  { record, request, caller }: Trial,
  system: System,
): Promise<TriedRequest> {
  const clock = new ExactClock(() => system.now());
  const entries: DebuggerEntry[] = [];
  const ends: Pick<TriedRequest, 'operation' | 'errorCode' | 'milliseconds'>[] = [];
  const refusals: string[] = [];
  const onRefusal = (sentence: string) => refusals.push(sentence);
  const { operations } = registerPlugins(system.loadedPlugins);
  const gateway = createGateway({
    ...trialPorts(system, parts, { caller, operations, onRefusal }),
    operations,
    debuggerSink: {
      indent: 0,
      write(written) {
        entries.push(...written);
        return Promise.resolve();
      },
    },
    recordsAll: true,
    listeners: [
      ({ operation = null, errorCode = null, milliseconds }) => ends.push({ operation, errorCode, milliseconds }),
    ],
    logger: system.logger,
    now: clock.now,
    limits: gatewayLimits(system.configuration),
    usualProfile: system.host.profile,
    cookieName: system.settings.text('SessionName'),
    remoteAddress: () => '127.0.0.1',
  });
  const obstacle = await publish(gateway, record);
  if (obstacle !== null) return { ...NOTHING, refusal: obstacle };
  const answer = await exchangeInMemory((incoming, response) => {
    gateway.handle(incoming, response, () => response.destroy());
  }, request);
  await gateway.drain();
  const trace = entries[0]?.contents ?? [];
  const sent = { ...NOTHING, ...ends[0], stages: stagesOf(trace, clock), trace };
  const [refusal = LOST] = refusals;
  return answer === undefined || refusals.length > 0 ? { ...sent, refusal } : { ...sent, answer };
}

/** Why the version cannot be served; null where it can. */
async function publish(gateway: Gateway, record: ServiceRecord): Promise<string | null> {
  const records = [{ ...record, validID: 1 }];
  await gateway.prepare(records);
  gateway.publish(records);
  const [state] = gateway.states();
  return state?.state === 'served' ? null : `This version cannot be served. ${state?.reason ?? ''}`.trim();
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
