import { type Database, type RequestSummary } from '@ticketgate/sdk';
import { encodeTexts } from '../postgres/index.js';

export interface DebuggerEntryRow {
  readonly communicationID: string;
  readonly communicationType: string;
  readonly remoteIP: string | undefined;
  readonly webServiceID: number;
  readonly time: Date;
  /** Without query and secrets. */
  readonly path: string;
  readonly contents: readonly {
    readonly level: string;
    readonly subject: string;
    readonly content: string;
    readonly time: Date;
  }[];
  /** The most severe level of the contents. */
  readonly level: string;
  readonly isTruncated: boolean;
  /** The number of requests that it represents; default: 1. */
  readonly times?: number;
  /** Undefined: the request has no row in `ticketgate.debug_entry`. */
  readonly summary?: RequestSummary;
}

/**
 * Creates a sink that writes a batch of requests with one statement.
 *
 * @param formatTime `YYYY-MM-DD HH:MM:SS` in the system time zone
 * @param indent spaces per level of JSON in contents
 */
export function createDebuggerSink(
  database: Database,
  formatTime: (time: Date) => string,
  indent: number,
): { readonly indent: number; write(entries: readonly DebuggerEntryRow[]): Promise<void> } {
  return {
    indent,
    async write(entries) {
      const contents = entries.flatMap(({ contents: list }) => list);
      await database.query(WRITE_ENTRIES, [
        encodeTexts(entries.map(({ communicationID }) => communicationID)),
        encodeTexts(entries.map(({ communicationType }) => communicationType)),
        entries.map(({ remoteIP }) => (remoteIP === undefined ? null : withoutNul(remoteIP).slice(0, ADDRESS_LENGTH))),
        entries.map(({ webServiceID }) => webServiceID),
        entries.map(({ time }) => formatTime(time)),
        encodeTexts(entries.flatMap(({ communicationID, contents: list }) => list.map(() => communicationID))),
        encodeTexts(contents.map(({ level }) => level)),
        encodeTexts(contents.map(({ subject }) => withoutNul(subject).slice(0, SUBJECT_LENGTH))),
        encodeTexts(contents.map(({ content }) => withoutNul(content))),
        contents.map(({ time }) => formatTime(time)),
        ...summaryValues(entries),
      ]);
    },
  };
}

/** Approximate bytes of the rows of a request without its texts. */
const OVERHEAD = 600;

/** Values of `ticketgate.debug_entry`. */
function summaryValues(entries: readonly DebuggerEntryRow[]): readonly (readonly unknown[])[] {
  const own = entries.flatMap(({ summary, ...entry }) => (summary === undefined ? [] : [{ ...summary, ...entry }]));
  const texts = (values: readonly (string | undefined)[]) =>
    values.map((value) => (value === undefined ? null : withoutNul(value)));
  return [
    own.map(({ communicationID }) => communicationID),
    own.map(({ time }) => time.toISOString()),
    texts(own.map(({ operation }) => operation)),
    own.map(({ method }) => method),
    own.map(({ level }) => level),
    own.map(({ status }) => status),
    texts(own.map(({ errorCode }) => errorCode)),
    own.map(({ milliseconds }) => milliseconds),
    texts(own.map(({ caller }) => caller)),
    texts(own.map(({ requestID }) => requestID)),
    texts(own.map(({ traceID }) => traceID)),
    own.map(({ bytesReceived }) => bytesReceived),
    own.map(({ bytesSent }) => bytesSent),
    own.map(({ contents }) => contents.reduce((sum, { content }) => sum + content.length + OVERHEAD, OVERHEAD)),
    own.map(({ isTruncated }) => isTruncated),
    texts(own.map(({ path }) => path)),
    own.map(({ contents }) => `{${measureStarts(contents).join(',')}}`),
    texts(own.map(({ apiKey }) => apiKey)),
    own.map(({ times = 1 }) => times),
  ];
}

/** Milliseconds after the first content. */
function measureStarts(contents: DebuggerEntryRow['contents']): readonly number[] {
  const times = contents.map(({ time }) => time.getTime());
  const first = Math.min(...times);
  return times.map((time) => time - first);
}

/** Lengths of the columns. */
const ADDRESS_LENGTH = 50;
const SUBJECT_LENGTH = 255;

/** PostgreSQL cannot store NUL in text. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u2400') : text;
}

/**
 * Writes a batch of requests, each with its contents and its row in `ticketgate.debug_entry`. The join drops requests of services that were
 * removed meanwhile. A batch may be repeated after a lost connection; requests that have already been written are skipped.
 */
const WRITE_ENTRIES = `
with entry as (
  insert into gi_debugger_entry (communication_id, communication_type, remote_ip, webservice_id, create_time)
  select row.communication_id, row.communication_type, row.remote_ip, row.webservice_id, row.create_time
  from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::timestamp[]) with ordinality
    as row (communication_id, communication_type, remote_ip, webservice_id, create_time, position)
  join gi_webservice_config service on service.id = row.webservice_id
  order by row.position
  on conflict do nothing
  returning id, communication_id, webservice_id, remote_ip
), own as (
  insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, error_code, milliseconds,
    caller, address, path, request_id, trace_id, bytes_received, bytes_sent, bytes, is_truncated, starts,
    api_key, times)
  select entry.id, row.created_at, entry.webservice_id, row.operation, row.method, row.level, row.status, row.error_code,
    row.milliseconds, row.caller, entry.remote_ip, row.path, row.request_id, row.trace_id, row.bytes_received, row.bytes_sent, row.bytes,
    row.is_truncated, row.starts::integer[], row.api_key, row.times
  from unnest($11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::smallint[], $17::text[],
      $18::real[], $19::text[], $20::text[], $21::text[], $22::bigint[], $23::bigint[], $24::bigint[], $25::boolean[],
      $26::text[], $27::text[], $28::text[], $29::integer[])
    as row (communication_id, created_at, operation, method, level, status, error_code, milliseconds, caller, request_id,
      trace_id, bytes_received, bytes_sent, bytes, is_truncated, path, starts, api_key, times)
  join entry on entry.communication_id = row.communication_id
  returning bytes
), size as (
  insert into ticketgate.debug_log_size (bytes) select sum(bytes) from own having count(*) > 0
)
insert into gi_debugger_entry_content (gi_debugger_entry_id, debug_level, subject, content, create_time)
select entry.id, row.debug_level, row.subject, row.content, row.create_time
from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::timestamp[]) with ordinality
  as row (communication_id, debug_level, subject, content, create_time, position)
join entry on entry.communication_id = row.communication_id
order by row.position`;
