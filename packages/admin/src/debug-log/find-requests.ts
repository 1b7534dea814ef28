import type { DebugLogFilter, DebugLogPage, FoundRequests, RecordedRequests, ServiceStore } from '@ticketgate/database';

import { ServiceUnknown } from '../services/service-errors.js';

/** The filters of a search for requests. */
export interface DebugLogSystem {
  readonly services: Pick<ServiceStore, 'find'>;
  readonly requests: RecordedRequests;
  now(): Date;
}

/** What requests are chosen by. */
export interface RequestSearch extends Omit<DebugLogFilter, 'serviceID' | 'id'> {
  /** Its name. */
  readonly service?: string | undefined;
  /** What was recorded of it holds this text; looks at the last 24 hours, or those before `to`, unless told otherwise. */
  readonly text?: string | undefined;
}

const DAY = 86_400_000;

/**
 * Requests of the debug log, the newest first unless the page says otherwise.
 *
 * @throws OperationError `Admin.ServiceUnknown`
 */
export async function findRequests(
  system: DebugLogSystem,
  { service, text, ...filter }: RequestSearch,
  page: DebugLogPage,
): Promise<FoundRequests> {
  const found = service === undefined ? undefined : await system.services.find(service);
  if (service !== undefined && found === undefined) throw new ServiceUnknown({ name: service });
  const until = filter.to ?? system.now();
  const since = filter.from ?? (text === undefined ? undefined : new Date(until.getTime() - DAY));
  const wanted = { ...filter, from: since, serviceID: found?.id };
  if (text !== undefined) return system.requests.listWithText(text, wanted, page);
  return { requests: await system.requests.list(wanted, page), isCut: false, cutAt: undefined };
}
