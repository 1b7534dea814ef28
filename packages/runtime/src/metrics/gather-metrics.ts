import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricObject } from 'prom-client';

import type { MetricsRegistry } from './metrics-registry.js';

/** Reads the metrics in the text format of Prometheus. */
export type ReadMetrics = () => Promise<string>;

/** Milliseconds to wait for the metrics of a worker, which is left out after that. */
const TIMEOUT = 2_000;

/** A worker is asked for its metrics, and the primary process for the sums of all; answers have the id of their question. */
interface Message {
  readonly kind: 'ask-metrics' | 'tell-metrics';
  readonly id: string;
  readonly metrics?: unknown;
}

type Send = (message: Message) => void;

/** Asks others for metrics, and answers their questions with `answer`. */
function openLine(answer: () => Promise<unknown>) {
  const waiting = new Map<string, (metrics: unknown) => void>();
  const hear = (message: Message | string | undefined, send: Send) => {
    if (typeof message !== 'object') return;
    const { kind, id, metrics } = message;
    if (kind === 'tell-metrics') waiting.get(id)?.(metrics);
    if (kind !== 'ask-metrics') return;
    const tell = (own?: unknown) => send({ kind: 'tell-metrics', id, metrics: own });
    answer().then(tell, () => tell());
  };
  /** Resolves to undefined if no answer comes in time. */
  const ask = async (send: Send, milliseconds: number): Promise<unknown> => {
    const id = randomUUID();
    try {
      return await new Promise((resolve) => {
        waiting.set(id, resolve);
        setTimeout(resolve, milliseconds).unref();
        send({ kind: 'ask-metrics', id });
      });
    } finally {
      waiting.delete(id);
    }
  };
  return { hear, ask };
}

/** In the primary process: adds up the metrics of all workers, and answers requests of workers for the sums. */
export function gatherFromWorkers(): { readonly read: ReadMetrics; readonly close: () => void } {
  const sendTo =
    (worker: Worker): Send =>
    (message) =>
      worker.isConnected() && worker.send(message, () => undefined);
  const read = async () => {
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [worker] : []));
    const told = await Promise.all(workers.map((worker) => line.ask(sendTo(worker), TIMEOUT)));
    const { AggregatorRegistry } = (await import('prom-client')).default;
    return AggregatorRegistry.aggregate(told.filter(isMetrics)).metrics();
  };
  const line = openLine(read);
  const listen = (worker: Worker, message: Message | string | undefined) => line.hear(message, sendTo(worker));
  cluster.on('message', listen);
  return { read, close: () => cluster.off('message', listen) };
}

/** In a worker: sends its metrics to the primary process, and requests the sums from it. */
export function gatherThroughPrimary({ registry }: MetricsRegistry): ReadMetrics {
  const line = openLine(() => registry.getMetricsAsJSON());
  process.on('message', (message: Message | string) => line.hear(message, tellPrimary));
  return async () => {
    const sums = await line.ask(tellPrimary, TIMEOUT * 2);
    if (typeof sums === 'string') return sums;
    throw new Error('The primary process does not answer.');
  };
}

function isMetrics(told: unknown): told is MetricObject[] {
  return Array.isArray(told) && told.length > 0;
}

/** Nothing when the primary process is gone. */
export function tellPrimary(message: object | string): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
