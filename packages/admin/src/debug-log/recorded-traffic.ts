import { open, type FileHandle } from 'node:fs/promises';
import { type DebugLogContent, explainCause, type RecordedRequest } from '@ticketgate/database';
import { ConfigurationError } from '@ticketgate/runtime';
import { isData, parseJson } from '@ticketgate/sdk';

/** What is recorded instead of empty JSON, and without a body. */
export const NO_DATA = 'No data provided';

type Summary = 'communicationID' | 'method' | 'operation' | 'status' | 'errorCode' | 'caller' | 'bytesReceived';

/** A request with what was recorded of it: a line of an export. */
export interface RecordedExchange extends Pick<RecordedRequest, Summary | 'isTruncated'> {
  readonly contents: readonly Pick<DebugLogContent, 'subject' | 'content'>[];
  /** Below `/Webservice/<name>`, wherever it was sent to. */
  readonly path?: string | null;
}

/**
 * The requests of an export, one after the other: all of them may be more than fits into memory.
 *
 * @throws ConfigurationError naming the first line that is not one
 */
export async function* readTraffic(file: string): AsyncGenerator<RecordedExchange> {
  const handle = await openFile(file);
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    if (line.trim() === '') continue;
    const exchange = readLine(line);
    if (exchange !== undefined) yield exchange;
    else {
      throw new ConfigurationError(
        `Line ${number} of ${file} is not a recorded request. "ticketgate debug-log export" writes such files.`,
      );
    }
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (cause) {
    const message = `The file ${file} cannot be read: ${explainCause(cause)}. Correct the path of --with.`;
    throw new ConfigurationError(message, { cause });
  }
}

function readLine(line: string): RecordedExchange | undefined {
  const value = parseJson(line);
  return isExchange(value) ? value : undefined;
}

/** Checks only three members: an edited export is compared as it is. */
function isExchange(value: unknown): value is RecordedExchange {
  if (!isData(value)) return false;
  const { communicationID, method, contents } = value;
  return typeof communicationID === 'string' && typeof method === 'string' && Array.isArray(contents);
}

/** The last content that was recorded under a subject. */
export function contentAt({ contents }: Pick<RecordedExchange, 'contents'>, subject: string): string | undefined {
  return contents.findLast((point) => point.subject.startsWith(subject))?.content ?? undefined;
}
