import type { Database, RequestSummary } from '@ticketgate/sdk';
import { encodeTexts } from '@ticketgate/postgres';

import { WRITE_ENTRIES } from './write-entries.js';

/** One recorded request, as the gateway hands it over. */
export interface DebuggerEntryRow {
  readonly communicationID: string;
  readonly communicationType: string;
  readonly remoteIP: string | undefined;
  readonly webServiceID: number;
  readonly time: Date;
  /** Without its query and without secrets. */
  readonly path: string;
  readonly contents: readonly {
    readonly level: string;
    readonly subject: string;
    readonly content: string;
    readonly time: Date;
  }[];
  /** The most severe of them. */
  readonly level: string;
  readonly isTruncated: boolean;
  /** Without it, the request has no row of ours. */
  readonly summary?: RequestSummary;
}

export interface DebuggerSinkOptions {
  /** `YYYY-MM-DD HH:MM:SS` in the system time zone. */
  readonly formatTime: (time: Date) => string;
  /** Spaces per level of JSON in contents. */
  readonly indent: number;
}

/** Writes debugger entries to `gi_debugger_entry` and `gi_debugger_entry_content`: one statement per batch. */
export function createDebuggerSink(
  database: Database,
  { formatTime, indent }: DebuggerSinkOptions,
): { readonly indent: number; write(entries: readonly DebuggerEntryRow[]): Promise<void> } {
  return {
    indent,
    async write(entries) {
      const textOf = timeTexts(formatTime);
      const contents = entries.flatMap(({ contents: list }) => list);
      await database.query(WRITE_ENTRIES, [
        encodeTexts(entries.map(({ communicationID }) => communicationID)),
        encodeTexts(entries.map(({ communicationType }) => communicationType)),
        entries.map(({ remoteIP }) => (remoteIP === undefined ? null : withoutNul(remoteIP).slice(0, ADDRESS_LENGTH))),
        entries.map(({ webServiceID }) => webServiceID),
        entries.map(({ time }) => textOf(time)),
        encodeTexts(entries.flatMap(({ communicationID, contents: list }) => list.map(() => communicationID))),
        encodeTexts(contents.map(({ level }) => level)),
        encodeTexts(contents.map(({ subject }) => withoutNul(subject).slice(0, SUBJECT_LENGTH))),
        encodeTexts(contents.map(({ content }) => withoutNul(content))),
        contents.map(({ time }) => textOf(time)),
        ...summaryValues(entries),
      ]);
    },
  };
}

/** Bytes of the rows of a request beside its texts, about. */
const OVERHEAD = 600;

/** Columns of our own rows. */
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
  ];
}

/** Characters of the columns. */
const ADDRESS_LENGTH = 50;
const SUBJECT_LENGTH = 255;

/** A batch has thousands of times, but few different seconds. */
function timeTexts(formatTime: (time: Date) => string): (time: Date) => string {
  const known = new Map<number, string>();
  return (time) => {
    const second = Math.floor(time.getTime() / 1000);
    const text = known.get(second) ?? formatTime(time);
    known.set(second, text);
    return text;
  };
}

/** PostgreSQL cannot store NUL in text. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u2400') : text;
}
