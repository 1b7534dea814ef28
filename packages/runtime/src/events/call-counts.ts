import { findHttp, selectTarget } from '@ticketgate/definition';
import type { CompiledService } from '@ticketgate/gateway';

import type { MetricsRegistry } from '../metrics/metrics-registry.js';
import { DURATION_STEPS } from '../statistics/quantile.js';
import { startCounting } from '../statistics/request-counter.js';
import type { System } from '../system/open-system.js';
import { measureSizes } from '../invokers/call-entry.js';
import type { ServiceCallResult } from '../invokers/invokers.js';

/** An invoker call that was caused by an event. */
export interface CountedCall {
  readonly service: CompiledService;
  readonly invoker: string;
  readonly result: ServiceCallResult;
  /** Whether the call has failed and will be retried. */
  readonly isRetried: boolean;
}

/** Counts invoker calls, and reports which web services are paused because their other system keeps failing. */
export interface CallCounts {
  called(call: CountedCall): void;
  paused(service: CompiledService, isPaused: boolean): void;
}

type CountingSystem = Parameters<typeof startCounting>[0] & Pick<System, 'metrics' | 'now'>;

export function countCalls(system: CountingSystem): CallCounts {
  const count = startCounting(system, 'Requester');
  const metrics = system.metrics === undefined ? undefined : callMetrics(system.metrics);
  return {
    called(call) {
      count({ time: system.now(), ...toCountedRequest(call) });
      metrics?.called(call);
    },
    paused(service, isPaused) {
      metrics?.paused(service, isPaused);
    },
  };
}

/** A call in the form of a request: the operation is the invoker, the route its controller. */
function toCountedRequest({ service, invoker, result, isRetried }: CountedCall) {
  const http = findHttp(service.webService.requester?.transport);
  return {
    service,
    operation: invoker,
    // A constant query may have a token.
    route: http && selectTarget(http, invoker)?.controller.replace(/\?.*$/s, ''),
    ...measureSizes(result.requests.at(-1)),
    errorCode: result.isSuccess ? undefined : isRetried ? 'Requester.Retried' : 'Requester.Failed',
    milliseconds: result.milliseconds,
  };
}

function callMetrics({ client, registry }: MetricsRegistry): CallCounts {
  const registers = [registry];
  const calls = new client.Counter({
    name: 'ticketgate_invoker_calls_total',
    help: 'Calls of invokers by events, by how they ended: succeeded, retried, given_up.',
    labelNames: ['service', 'invoker', 'outcome'],
    registers,
  });
  const durations = new client.Histogram({
    name: 'ticketgate_invoker_duration_seconds',
    help: 'How long calls of invokers took.',
    labelNames: ['service', 'invoker'],
    buckets: DURATION_STEPS.map((milliseconds) => milliseconds / 1000),
    registers,
  });
  const paused = new client.Gauge({
    name: 'ticketgate_invokers_paused',
    help: '1 for a web service whose other system fails and is asked once a minute, 0 for others that were called.',
    labelNames: ['service'],
    registers,
    aggregator: 'max',
  });
  return {
    called({ service: { name: service }, invoker, result, isRetried }) {
      const outcome = result.isSuccess ? 'succeeded' : isRetried ? 'retried' : 'given_up';
      calls.inc({ service, invoker, outcome });
      durations.observe({ service, invoker }, result.milliseconds / 1000);
    },
    paused({ name: service }, isPaused) {
      paused.set({ service }, isPaused ? 1 : 0);
    },
  };
}
