import type { ExchangeListener, FinishedExchange } from '@ticketgate/gateway';

import { DURATION_STEPS } from '../statistics/duration-steps.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Combinations of service, operation, status and error code; definitions and plugins have a hundredth of them. */
const MOST_KINDS = 10_000;

/** The metrics of one kind of requests; found once, and used for all that follow. */
interface Kind {
  readonly requests: { inc(): void };
  readonly errors: { inc(): void } | undefined;
  readonly durations: { observe(value: number): void };
  readonly received: { inc(value: number): void };
  readonly sent: { inc(value: number): void };
}

/** Adds each finished request to the metrics. */
export function requestMetrics(metrics: MetricsRegistry): ExchangeListener {
  const kinds = new Map<string, Kind>();
  const makeKind = kindsIn(metrics);
  return (exchange) => {
    const { service, operation = '', status, errorCode = '' } = exchange;
    const key = `${service?.name ?? ''}\n${operation}\n${status} ${errorCode}`;
    let kind = kinds.get(key);
    if (kind === undefined) {
      if (kinds.size >= MOST_KINDS) return;
      kind = makeKind(exchange);
      kinds.set(key, kind);
    }
    kind.requests.inc();
    kind.errors?.inc();
    kind.durations.observe(exchange.milliseconds / 1000);
    kind.received.inc(exchange.bytesReceived);
    kind.sent.inc(exchange.bytesSent);
  };
}

function kindsIn({ client, registry }: MetricsRegistry): (exchange: FinishedExchange) => Kind {
  const registers = [registry];
  const labelNames = ['service', 'operation'];
  const requests = new client.Counter({
    ...{ name: 'ticketgate_requests_total', help: 'Requests to web services.', registers },
    labelNames: [...labelNames, 'status'],
  });
  const errors = new client.Counter({
    ...{ name: 'ticketgate_request_errors_total', help: 'Requests that failed, also with status 200.', registers },
    labelNames: [...labelNames, 'code'],
  });
  const durations = new client.Histogram({
    ...{ name: 'ticketgate_request_duration_seconds', help: 'How long requests took.', registers, labelNames },
    buckets: DURATION_STEPS.map((milliseconds) => milliseconds / 1000),
  });
  const bytes = (name: string, help: string) => new client.Counter({ name, help, registers, labelNames });
  const received = bytes('ticketgate_received_bytes_total', 'Bytes of the bodies of requests.');
  const sent = bytes('ticketgate_sent_bytes_total', 'Bytes of answers with their headers.');
  return ({ service, operation = '', status, errorCode }) => {
    const labels = { service: service?.name ?? '', operation };
    return {
      requests: requests.labels({ ...labels, status: String(status) }),
      errors: errorCode === undefined ? undefined : errors.labels({ ...labels, code: errorCode }),
      durations: durations.labels(labels),
      received: received.labels(labels),
      sent: sent.labels(labels),
    };
  };
}
