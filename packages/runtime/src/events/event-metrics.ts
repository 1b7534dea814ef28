import { EventAdministration, type EventCount } from '@ticketgate/database';

import type { System } from '../system/open-system.js';
import type { DeliveryOutcome } from './event-delivery.js';

/**
 * Adds metrics of event delivery: attempts, and the backlog, which is queried when the metrics are read.
 *
 * @returns counts an attempt
 */
export function addEventMetrics({ metrics, database }: System): (outcome: DeliveryOutcome) => void {
  if (metrics === undefined) return () => undefined;
  const { client, registry } = metrics;
  const events = new EventAdministration(database);
  const attempts = new client.Counter({
    name: 'ticketgate_event_attempts_total',
    help: 'Attempts to deliver events, by consumer, event and how they ended: handled, postponed, dead.',
    labelNames: ['consumer', 'event', 'outcome'],
    registers: [registry],
  });
  // Gauges are read at the same moment. The other metrics must not depend on the database.
  let counting: Promise<readonly EventCount[]> | undefined;
  const count = () =>
    (counting ??= events
      .count()
      .catch(() => [])
      .finally(() => (counting = undefined)));
  new client.Gauge({
    name: 'ticketgate_events',
    help: 'Events by consumer (a plugin, or service:<name> for invokers) and state: waiting, or dead, which are not tried again.',
    labelNames: ['consumer', 'state'],
    registers: [registry],
    // Every process sees the same table.
    aggregator: 'max',
    async collect() {
      const counts = await count();
      this.reset();
      for (const { consumer, waiting, dead } of counts) {
        this.set({ consumer, state: 'waiting' }, waiting);
        this.set({ consumer, state: 'dead' }, dead);
      }
    },
  });
  new client.Gauge({
    name: 'ticketgate_events_overdue_seconds',
    help: 'How long the attempt that has waited longest has been due, by consumer.',
    labelNames: ['consumer'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const counts = await count();
      this.reset();
      for (const { consumer, overdueSeconds } of counts) this.set({ consumer }, overdueSeconds);
    },
  });
  return ({ consumer, event, kind }) => {
    attempts.inc({ consumer, event: event.name, outcome: kind });
  };
}
