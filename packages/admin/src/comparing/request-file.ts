import { ConfigurationError } from '@ticketgate/runtime';
import { isData, toText, parseObject } from '@ticketgate/sdk';

import { type ComparedRequest, readWritten, pickName, type WrittenRequest } from './compared-request.js';
import { readCurlCommands, type Unclear } from './curl-commands.js';

/** A request of a file, or why it cannot be sent again. */
export type FileRequest = ComparedRequest | string;

/**
 * The requests to a web service in a file of curl commands or in a HAR archive.
 *
 * @throws ConfigurationError if it has none
 */
export function readRequestFile(
  text: string,
  { file, service, id }: { file: string; service: string; id?: number },
): FileRequest[] {
  // `trim` also removes a byte order mark.
  const written = text.trimStart().startsWith('{') ? harRequests(text.trim()) : readCurlCommands(text);
  const names = [undefined, service, String(id)];
  const found = written.filter((each) => names.includes(pickName('url' in each ? each.url : each.text)));
  if (found.length > 0) return found.map((each) => ('url' in each ? readWritten(each) : each.unclear));
  throw new ConfigurationError(
    `The file ${file} has no request to the web service "${service}". Name a file of curl commands or a HAR archive.`,
  );
}

/** HTTP Archive 1.2. */
function harRequests(text: string): (WrittenRequest | Unclear)[] {
  const log = parseObject(text)?.log;
  const entries: unknown = isData(log) ? log.entries : undefined;
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, at): (WrittenRequest | Unclear)[] => {
    const { request, response } = isData(entry) ? entry : {};
    if (!isData(request)) return [];
    const url = toText(request.url);
    const { text: body, encoding } = isData(request.postData) ? request.postData : { text: '', encoding: undefined };
    const method = toText(request.method).toUpperCase();
    // Programs write 0 for no body, and -1 for an unknown one.
    const isUnknown = body === '' && Number(request.bodySize) !== 0 && !/^(?:GET|HEAD)$/.test(method);
    const isLost = typeof body !== 'string' || encoding !== undefined || isUnknown;
    if (isLost) return [{ unclear: `The archive has no text of the body of entry ${at + 1}.`, text: url }];
    return [{ method, url, body, recorded: harAnswer(response) }];
  });
}

function harAnswer(response: unknown): WrittenRequest['recorded'] {
  if (!isData(response) || !isData(response.content)) return undefined;
  const { text, encoding } = response.content;
  const status = typeof response.status === 'number' ? { status: response.status } : {};
  return typeof text === 'string' && encoding === undefined ? { ...status, body: text } : undefined;
}
