import type { FinishedRequestListener, FinishedRequest } from '@ticketgate/gateway';

import { DURATION_STEPS } from '../statistics/quantile.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Most combinations of service, operation, status and error code; a hundredth of them is usual. */
const MOST_SERIES = 10_000;

interface Counting {
  inc(value: number): void;
}

/** The metrics of requests with the same labels, looked up once. */
interface Series {
  readonly requests: Counting;
  readonly errors: Counting | undefined;
  readonly durations: { observe(value: number): void };
  readonly received: Counting;
  readonly sent: Counting;
  /** Amounts that are not in the counters yet. They are added when the metrics are read. */
  readonly waiting: { requests: number; received: number; sent: number };
}

/** Adds each finished request to the metrics. */
export function requestMetrics(metrics: MetricsRegistry): FinishedRequestListener {
  const known = new Map<string, Series>();
  const makeSeries = seriesIn(metrics, () => {
    for (const series of known.values()) tally(series);
  });
  return (request) => {
    const { service, operation = '', status, errorCode = '' } = request;
    const key = `${service?.name ?? ''}\n${operation}\n${status} ${errorCode}`;
    let series = known.get(key);
    if (series === undefined) {
      if (known.size >= MOST_SERIES) return;
      series = makeSeries(request);
      known.set(key, series);
    }
    series.durations.observe(request.milliseconds / 1000);
    series.waiting.requests += 1;
    series.waiting.received += request.bytesReceived;
    series.waiting.sent += request.bytesSent;
  };
}

function tally({ requests, errors, received, sent, waiting }: Series): void {
  if (waiting.requests === 0) return;
  requests.inc(waiting.requests);
  errors?.inc(waiting.requests);
  received.inc(waiting.received);
  sent.inc(waiting.sent);
  Object.assign(waiting, { requests: 0, received: 0, sent: 0 });
}

/** @param collect called when a counter is read */
function seriesIn({ client, registry }: MetricsRegistry, collect: () => void): (request: FinishedRequest) => Series {
  const registers = [registry];
  const labelNames = ['service', 'operation'];
  const requests = new client.Counter({
    name: 'ticketgate_requests_total',
    help: 'Requests to web services.',
    registers,
    collect,
    labelNames: [...labelNames, 'status'],
  });
  const errors = new client.Counter({
    name: 'ticketgate_request_errors_total',
    help: 'Requests that failed, also with status 200.',
    registers,
    collect,
    labelNames: [...labelNames, 'code'],
  });
  const durations = new client.Histogram({
    name: 'ticketgate_request_duration_seconds',
    help: 'How long requests took.',
    registers,
    labelNames,
    buckets: DURATION_STEPS.map((milliseconds) => milliseconds / 1000),
  });
  const bytes = (name: string, help: string) => new client.Counter({ name, help, registers, labelNames, collect });
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
      waiting: { requests: 0, received: 0, sent: 0 },
    };
  };
}
