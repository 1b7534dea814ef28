import { ConfigurationError } from '@ticketgate/runtime';
import { isData, textOf } from '@ticketgate/sdk';

import { type ComparedRequest, objectIn, readWritten, serviceOf } from './compared-request.js';

/** A request of a file, or why it cannot be sent again. */
export type FileRequest = ComparedRequest | string;

/**
 * The requests to a web service in a file of curl commands or in a HAR archive.
 *
 * @throws ConfigurationError if it has none
 */
export function readRequestFile(text: string, { file, service }: { file: string; service: string }): FileRequest[] {
  const written = text.trimStart().startsWith('{') ? harRequests(text) : curlRequests(text);
  const found = written.filter(({ url }) => [undefined, service].includes(serviceOf(url)));
  if (found.length > 0) return found.map(readWritten);
  throw new ConfigurationError(
    `The file ${file} has no request to the web service "${service}". Name a file of curl commands or a HAR archive.`,
  );
}

type Written = Parameters<typeof readWritten>[0];

/** HTTP Archive 1.2. */
function harRequests(text: string): Written[] {
  const log = objectIn(text)?.log;
  const entries: unknown = isData(log) ? log.entries : undefined;
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) => {
    const { request, response } = isData(entry) ? entry : {};
    if (!isData(request)) return [];
    const content = isData(response) && isData(response.content) ? response.content : {};
    const recorded = typeof content.text === 'string' && content.encoding === undefined ? content.text : undefined;
    const body = isData(request.postData) ? textOf(request.postData.text) : '';
    return [{ method: textOf(request.method), url: textOf(request.url), body, recorded }];
  });
}

function curlRequests(text: string): Written[] {
  return shellLines(text).flatMap((words) => (words[0] === 'curl' ? [readCurl(words.slice(1))] : []));
}

/** Options of curl with a value. */
const OPTIONS: ReadonlyMap<string, 'method' | 'data' | 'url' | 'other'> = new Map([
  ...['-X', '--request'].map((name) => [name, 'method'] as const),
  ...['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'].map((name) => [name, 'data'] as const),
  ['--url', 'url'],
  ...['-H', '--header', '-u', '--user', '-o', '--output', '-A', '--user-agent', '-b', '--cookie'].map(
    (name) => [name, 'other'] as const,
  ),
]);
/** Short options may have their value behind them. */
const ATTACHED = /^(-[XdHuoAb])(.+)$/s;

function readCurl(written: readonly string[]): Written {
  const words = written.flatMap((word) => ATTACHED.exec(word)?.slice(1) ?? [word]);
  const given: Record<'method' | 'data' | 'url' | 'other', string[]> = { method: [], data: [], url: [], other: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const option = OPTIONS.get(word);
    if (option !== undefined) {
      at += 1;
      given[option].push(words[at] ?? '');
    } else if (!word.startsWith('-')) given.url.push(word);
  }
  const { method, data, url } = given;
  return { method: method.at(-1) ?? (data.length > 0 ? 'POST' : 'GET'), url: url[0] ?? '', body: data.join('&') };
}

/** A quoted text, an escaped character, what ends a word, or a part of a word. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|((?:\s|;)+(?:#[^\n]*)?)|([^\s'"\\;]+|.)/gsy;

/** The words of each command, as a POSIX shell splits them; variables are not replaced. */
function shellLines(text: string): string[][] {
  const lines: string[][] = [[]];
  let word: string | undefined;
  const joined = text.replace(/\\\r?\n/g, ' ');
  for (const piece of `\n${joined}\n`.matchAll(PIECE)) {
    const end = piece[4];
    if (end === undefined) {
      word = (word ?? '') + pieceText(piece);
      continue;
    }
    if (word !== undefined) lines.at(-1)?.push(word);
    word = undefined;
    if (/[\n;]/.test(end)) lines.push([]);
  }
  return lines;
}

function pieceText([, single, double, escaped, , plain = '']: readonly (string | undefined)[]): string {
  return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain;
}
