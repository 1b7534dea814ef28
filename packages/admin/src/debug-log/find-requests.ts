import type { DebugLogFilter, DebugLogPage, FoundRequests, RecordedRequests, ServiceStore } from '@ticketgate/database';

import { getService } from '../services/find-service.js';

/** The filters of a search for requests. */
export interface DebugLogSystem {
  readonly services: Pick<ServiceStore, 'find' | 'list'>;
  readonly requests: RecordedRequests;
  now(): Date;
}

/** Criteria that choose recorded requests. */
export interface RequestSearch extends Omit<DebugLogFilter, 'serviceID' | 'id'> {
  /** Its name. */
  readonly service?: string | undefined;
  /** Text in any recorded content; searches the last 24 hours, or those before `to`, unless `from` is given. */
  readonly text?: string | undefined;
}

/** Requests, and where the next page begins. */
export interface RequestPage extends Pick<FoundRequests, 'requests' | 'isCut'> {
  /** The id of a request; undefined at the end, or where a search for a text took too long for even the first ones. */
  readonly next: number | undefined;
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
): Promise<RequestPage> {
  const found = service === undefined ? undefined : await getService(system, service);
  const until = filter.to ?? system.now();
  const since = filter.from ?? (text === undefined ? undefined : new Date(until.getTime() - DAY));
  const wanted = { ...filter, from: since, serviceID: found?.id };
  // One more says whether there are more.
  const more = { ...page, limit: page.limit + 1 };
  if (text === undefined) return pageOf({ requests: await system.requests.list(wanted, more), isCut: false }, page);
  return pageOf(await system.requests.listWithText(text, wanted, more), page);
}

function pageOf(
  { requests: all, isCut, cutAt }: Omit<FoundRequests, 'cutAt'> & Partial<FoundRequests>,
  { limit }: DebugLogPage,
): RequestPage {
  const requests = all.slice(0, limit);
  return { requests, isCut, next: all.length > limit ? requests.at(-1)?.id : cutAt };
}
