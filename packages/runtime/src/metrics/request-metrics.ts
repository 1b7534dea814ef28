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
}

/** Adds each finished request to the metrics. */
export function requestMetrics(metrics: MetricsRegistry): FinishedRequestListener {
  const known = new Map<string, Series>();
  const makeSeries = seriesIn(metrics);
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
    series.requests.inc(1);
    series.errors?.inc(1);
    series.received.inc(request.bytesReceived);
    series.sent.inc(request.bytesSent);
  };
}

function seriesIn({ client, registry }: MetricsRegistry): (request: FinishedRequest) => Series {
  const registers = [registry];
  const labelNames = ['service', 'operation'];
  const requests = new client.Counter({
    name: 'ticketgate_requests_total',
    help: 'Requests to web services.',
    registers,
    labelNames: [...labelNames, 'status'],
  });
  const errors = new client.Counter({
    name: 'ticketgate_request_errors_total',
    help: 'Requests that failed, also with status 200.',
    registers,
    labelNames: [...labelNames, 'code'],
  });
  const durations = new client.Histogram({
    name: 'ticketgate_request_duration_seconds',
    help: 'How long requests took.',
    registers,
    labelNames,
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
