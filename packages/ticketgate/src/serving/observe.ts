import type { RequestListener } from 'node:http';
import type { FinishedRequestListener, Gateway, RunningRequest } from '@ticketgate/gateway';
import {
  openAccessLog,
  addSystemMetrics,
  gatherThroughPrimary,
  requestMetrics,
  startCounting,
  type ReadMetrics,
  type System,
} from '@ticketgate/runtime';
import type { Logger } from '@ticketgate/sdk';

import { listenForMetrics, metricsPage } from '../http/metrics-page.js';
import { startHeart } from './heartbeat.js';
import { monitorEventLoop } from './event-loop-monitor.js';

/** The facts about requests of this process that listeners get. */
export interface Observation {
  /** The listeners to finished requests, besides the debug log. */
  readonly listeners: readonly FinishedRequestListener[];
  /** The metrics at the address of the web services; undefined if they are not there. */
  readonly metricsPage: RequestListener | undefined;
  /** To be called when definitions with this fingerprint are served. */
  serves(definitions: string): void;
  /**
   * To be called once requests are served.
   *
   * @throws StartError `Server.MetricsAddressInUse`
   */
  begin(gateway: Gateway, address: string): Promise<void>;
}

/** Prepares access log, counts, metrics and heartbeat. */
export function observe(system: System, isWorker: boolean): Observation {
  const { metrics, logger } = system;
  const { token } = system.configuration.metrics;
  const heartbeat = startHeart(system);
  const { slowRequest } = system.configuration.log;
  let underWay: () => Iterable<RunningRequest> = () => [];
  const loopWatch = monitorEventLoop(logger, () => underWay());
  const read =
    isWorker && metrics !== undefined
      ? gatherThroughPrimary(metrics)
      : async () => (await metrics?.registry.metrics()) ?? '';
  return {
    listeners: [
      startCounting(system, 'Provider'),
      heartbeat.listen,
      loopWatch.listen,
      ...(slowRequest === null ? [] : [slowRequests(slowRequest, logger)]),
      ...startAccessLog(system),
      ...(metrics === undefined ? [] : [requestMetrics(metrics)]),
    ],
    metricsPage: token === null ? undefined : metricsPage(read, token),
    serves: heartbeat.serves,
    async begin(gateway, address) {
      if (metrics !== undefined) addSystemMetrics(metrics, system, gateway);
      underWay = () => gateway.underWay;
      system.closing.add('the watch of the event loop', loopWatch.start());
      if (!isWorker) await serveMetrics(system, read);
      await heartbeat.start(address);
    },
  };
}

/** Serves metrics at their own address, where they have one. */
export async function serveMetrics({ configuration, closing }: System, read: ReadMetrics): Promise<void> {
  const { listen, token } = configuration.metrics;
  if (listen === null) return;
  closing.add('the address of the metrics', await listenForMetrics(listen, metricsPage(read, token)));
}

function startAccessLog({ configuration: { log }, logger, closing }: System): readonly FinishedRequestListener[] {
  if (log.access === 'off') return [];
  const { listen, flush } = openAccessLog(log, process.stdout, logger);
  closing.add('the access log', flush);
  return [listen];
}

/** Milliseconds in which one slow request is logged and the others are counted: the log must not make a slow system slower. */
const INTERVAL = 1000;

/** Logs requests that took longer than `seconds` (`log.slowRequest`). */
export function slowRequests(
  seconds: number,
  logger: Logger,
  clock = () => performance.now(),
): FinishedRequestListener {
  let [logged, others] = [-Infinity, 0];
  return ({ id, service, operation, status, milliseconds }) => {
    if (milliseconds < seconds * 1000) return;
    const now = clock();
    if (now - logged < INTERVAL) {
      others += 1;
      return;
    }
    const more = others === 0 ? {} : { othersSinceTheLastLine: others };
    const fields = { requestId: id, service: service?.name, operation, status, milliseconds: Math.round(milliseconds) };
    logger.warn('a request was slow', { ...fields, ...more });
    [logged, others] = [now, 0];
  };
}
