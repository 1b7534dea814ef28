import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { MetricObject } from 'prom-client';

import type { MetricsRegistry } from './metrics-registry.js';

/** The numbers in the text format of Prometheus. */
export type ReadMetrics = () => Promise<string>;

/** Milliseconds that a worker gets to send its numbers; after that, it is left out. */
const PATIENCE = 2_000;

/** The messages by which processes add up their numbers. */
type Message =
  | { readonly kind: 'collect-metrics'; readonly id: string }
  | { readonly kind: 'collected-metrics'; readonly id: string; readonly metrics: readonly MetricObject[] }
  | { readonly kind: 'gather-metrics'; readonly id: string }
  | { readonly kind: 'gathered-metrics'; readonly id: string; readonly text: string };

/** In the first process: the numbers of all workers, added up. Workers ask for them too. */
export function gatherFromWorkers(): { readonly read: ReadMetrics; readonly close: () => void } {
  const waiting = new Map<string, (metrics: readonly MetricObject[]) => void>();
  const read = async () => {
    const collected = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => ask(worker, waiting)));
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

async function ask(
  worker: Worker | undefined,
  waiting: Map<string, (metrics: readonly MetricObject[]) => void>,
): Promise<readonly MetricObject[]> {
  if (worker?.isConnected() !== true) return [];
  const question: Message = { kind: 'collect-metrics', id: randomUUID() };
  try {
    return await new Promise((resolve) => {
      waiting.set(question.id, resolve);
      setTimeout(resolve, PATIENCE, []).unref();
      worker.send(question, () => undefined);
    });
  } finally {
    waiting.delete(question.id);
  }
}

/** In a worker: sends its own numbers to the first process, and asks it for the numbers of all. */
export function gatherThroughPrimary({ registry }: MetricsRegistry): ReadMetrics {
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (message: Message | string) => {
    if (typeof message !== 'object') return;
    if (message.kind === 'gathered-metrics') waiting.get(message.id)?.(message.text);
    if (message.kind !== 'collect-metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => {
      // The types have lists that change; what is sent does not.
      send({ kind: 'collected-metrics', id: message.id, metrics: metrics as unknown as readonly MetricObject[] });
    });
  });
  return () =>
    new Promise((resolve, reject) => {
      const question: Message = { kind: 'gather-metrics', id: randomUUID() };
      const timer = setTimeout(() => {
        waiting.delete(question.id);
        reject(new Error('The first process does not answer.'));
      }, PATIENCE * 2).unref();
      waiting.set(question.id, (text) => {
        clearTimeout(timer);
        waiting.delete(question.id);
        resolve(text);
      });
      send(question);
    });
}

function send(message: Message): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
