/** Label values, for example `{ mailbox: 'support' }`. They must have few different values: no ids, and no texts from clients. */
export type MetricLabels = Readonly<Record<string, string>>;

export interface MetricDescription {
  /** Lower-case letters, digits and `_`, with the unit at the end: `mails_fetched_total`, `fetch_seconds`. */
  readonly name: string;
  /** One sentence for the operator. */
  readonly help: string;
  /** Names of its labels. */
  readonly labels?: readonly string[];
}

/** A number that only grows. */
export interface MetricCounter {
  /** @param amount default 1 */
  add(amount?: number, labels?: MetricLabels): void;
}

/** A distribution of values. */
export interface MetricHistogram {
  observe(value: number, labels?: MetricLabels): void;
}

/**
 * The metrics of a plugin at `/metrics`, named `ticketgate_<plugin>_<name>`. If metrics are not enabled, nothing is counted.
 *
 * @example
 * const fetched = host.metrics.counter({ name: 'mails_fetched_total', help: 'Mails that were fetched.' });
 * fetched.add(3);
 */
export interface Metrics {
  counter(description: MetricDescription): MetricCounter;
  /** @param steps upper bounds, the smallest first */
  histogram(description: MetricDescription, steps: readonly number[]): MetricHistogram;
  /** `read` is called when metrics are requested. The numbers of several processes are added up. */
  gauge(description: Omit<MetricDescription, 'labels'>, read: () => number): void;
}

/** For servers without metrics. */
export const NO_METRICS: Metrics = {
  counter: () => ({ add: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
  gauge: () => undefined,
};
