import { DebugLogConditions, type DebugLogFilter, type RequestType } from './debug-log-filter.js';
import { searchLog, type RecordedRequest } from './recorded-requests.js';
import { TableAccess } from '../table-access.js';

export interface FailureKind extends Pick<
  RecordedRequest,
  'serviceID' | 'service' | 'operation' | 'status' | 'errorCode' | 'caller' | 'apiKey'
> {
  readonly type: RequestType;
  readonly failures: number;
  readonly first: Date;
  readonly last: Date;
  /** Id of the newest request that was recorded individually. */
  readonly newest: number;
}

export type FailedCaller = Pick<FailureKind, 'caller' | 'apiKey' | 'failures' | 'first' | 'last'>;

export interface RecordedError {
  readonly request: number;
  readonly level: string;
  readonly subject: string;
  readonly content: string | null;
}

const KIND = 'service_id, operation, status, error_code, caller, api_key';
const SUMS = 'sum(times)::integer as failures, min(created_at) as first, max(created_at) as last';

/** Counts the failures of the debug log by kind: operation, error and caller. */
export class FailureKinds extends TableAccess {
  /** The latest first. Undefined if counting takes too long. */
  list(filter: DebugLogFilter, limit: number): Promise<FailureKind[] | undefined> {
    const conditions = new DebugLogConditions({ ...filter, isFailed: true }, { limit });
    const most = conditions.bind(limit);
    return searchLog<FailureKind>(
      this.database,
      `select kind.*, service.name as service
       from (
         select service_id as "serviceID", operation, status, error_code as "errorCode", caller, api_key as "apiKey", ${SUMS},
           case error_code when 'Requester.Failed' then 'Requester' else 'Provider' end as type,
           coalesce(max(id) filter (where times = 1), max(id)) as newest
         from ticketgate.debug_entry where ${conditions.where} group by ${KIND} order by last desc limit ${most}
       ) as kind
       join gi_webservice_config service on service.id = kind."serviceID"
       order by kind.last desc`,
      conditions.values,
    );
  }

  /** The callers with failures of the same kind, those with the most first. Undefined if counting takes too long. */
  listCallers(
    { serviceID, operation, status, errorCode }: RecordedRequest,
    limit: number,
  ): Promise<FailedCaller[] | undefined> {
    const kind = { operation: operation ?? undefined, status, errorCode: errorCode ?? undefined };
    const conditions = new DebugLogConditions({ ...kind, serviceIDs: [serviceID], isFailed: true }, { limit });
    const most = conditions.bind(limit);
    return searchLog<FailedCaller>(
      this.database,
      `select caller, api_key as "apiKey", ${SUMS}
       from ticketgate.debug_entry where ${conditions.where} group by caller, api_key order by failures desc limit ${most}`,
      conditions.values,
    );
  }

  listErrors(requests: readonly number[]): Promise<RecordedError[]> {
    return this.database.query<RecordedError>(
      `select gi_debugger_entry_id as request, debug_level as level, subject, content from gi_debugger_entry_content
       where gi_debugger_entry_id = any($1) and debug_level = 'error' order by id`,
      [requests],
    );
  }
}
