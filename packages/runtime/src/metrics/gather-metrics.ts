import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricObject } from 'prom-client';

import type { MetricsRegistry } from './metrics-registry.js';

/** Reads the metrics in the text format of Prometheus. */
export type ReadMetrics = () => Promise<string>;

/** Milliseconds to wait for the metrics of a worker, which is left out after that. */
const TIMEOUT = 2_000;

/** Messages between the primary process and its workers. */
type Message =
  | { readonly kind: 'collect-metrics'; readonly id: string }
  | { readonly kind: 'collected-metrics'; readonly id: string; readonly metrics: readonly MetricObject[] }
  | { readonly kind: 'gather-metrics'; readonly id: string }
  | { readonly kind: 'gathered-metrics'; readonly id: string; readonly text: string };

/** In the primary process: adds up the metrics of all workers, and answers requests of workers for the sums. */
export function gatherFromWorkers(): { readonly read: ReadMetrics; readonly close: () => void } {
  const waiting = new Map<string, (metrics: readonly MetricObject[]) => void>();
  const read = async () => {
    const collected = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => poll(worker, waiting)));
    const { AggregatorRegistry } = (await import('prom-client')).default;
    return AggregatorRegistry.aggregate(collected.filter((metrics) => metrics.length > 0)).metrics();
  };
  const listen = (worker: Worker, message: Message | string | undefined) => {
    if (typeof message !== 'object') return;
    if (message.kind === 'collected-metrics') waiting.get(message.id)?.(message.metrics);
    if (message.kind !== 'gather-metrics') return;
    void read().then((text) => {
      const answer: Message = { kind: 'gathered-metrics', id: message.id, text };
      if (worker.isConnected()) worker.send(answer, () => undefined);
    });
  };
  cluster.on('message', listen);
  return { read, close: () => cluster.off('message', listen) };
}

async function poll(
  worker: Worker | undefined,
  waiting: Map<string, (metrics: readonly MetricObject[]) => void>,
): Promise<readonly MetricObject[]> {
  if (worker?.isConnected() !== true) return [];
  const question: Message = { kind: 'collect-metrics', id: randomUUID() };
  try {
    return await new Promise((resolve) => {
      waiting.set(question.id, resolve);
      setTimeout(resolve, TIMEOUT, []).unref();
      worker.send(question, () => undefined);
    });
  } finally {
    waiting.delete(question.id);
  }
}

/** In a worker: sends its metrics to the primary process, and requests the sums from it. */
export function gatherThroughPrimary({ registry }: MetricsRegistry): ReadMetrics {
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (message: Message | string) => {
    if (typeof message !== 'object') return;
    if (message.kind === 'gathered-metrics') waiting.get(message.id)?.(message.text);
    if (message.kind !== 'collect-metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => {
      // Only the types differ in that their lists are not read-only.
      post({ kind: 'collected-metrics', id: message.id, metrics: metrics as unknown as readonly MetricObject[] });
    });
  });
  return () =>
    new Promise((resolve, reject) => {
      const question: Message = { kind: 'gather-metrics', id: randomUUID() };
      const timer = setTimeout(() => {
        waiting.delete(question.id);
        reject(new Error('The primary process does not answer.'));
      }, TIMEOUT * 2).unref();
      waiting.set(question.id, (text) => {
        clearTimeout(timer);
        waiting.delete(question.id);
        resolve(text);
      });
      post(question);
    });
}

function post(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
