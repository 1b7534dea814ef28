import { DebugLog, type RecordedRequest } from '@ticketgate/database';

import { ConfigurationError } from '../configuration/configuration-error.js';
import type { System } from '../system/open-system.js';

/** A request with what was recorded of it: a line of an export. */
export interface RecordedExchange {
  readonly communicationID: string;
  readonly service: string;
  readonly method: string;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly isTruncated: boolean;
  readonly contents: readonly RecordedPoint[];
}

export interface RecordedPoint {
  readonly subject: string;
  readonly content: string | null;
}

/** Requests as lines of JSON, each with all that was recorded of it. Secrets were masked before they were recorded. */
export async function exportRequests({ database }: System, requests: readonly RecordedRequest[]): Promise<string> {
  const log = new DebugLog(database);
  const lines: string[] = [];
  for (const request of requests) {
    const contents = await log.contents(request.communicationID);
    lines.push(JSON.stringify({ ...request, contents }));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** @throws ConfigurationError naming the first line that is not one */
export function readTraffic(text: string, file: string): readonly RecordedExchange[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const exchange = readLine(line);
    if (exchange !== undefined) return [exchange];
    throw new ConfigurationError(
      `Line ${index + 1} of ${file} is not a recorded request. "ticketgate debug-log export" writes such files.`,
    );
  });
}

function readLine(line: string): RecordedExchange | undefined {
  try {
    // Only its shape is looked at: whoever changes an export gets what is compared.
    const value = JSON.parse(line) as Partial<RecordedExchange>;
    return typeof value.communicationID === 'string' &&
      typeof value.method === 'string' &&
      Array.isArray(value.contents)
      ? (value as RecordedExchange)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What was recorded at a point; the last one where there are several. */
export function contentAt({ contents }: Pick<RecordedExchange, 'contents'>, subject: string): string | undefined {
  return contents.findLast((point) => point.subject.startsWith(subject))?.content ?? undefined;
}
