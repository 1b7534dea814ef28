import { parseArgs } from 'node:util';
import { encodeStrictly } from '@ticketgate/gateway';
import { parseObject } from '@ticketgate/sdk';

import type { WrittenRequest } from './compared-request.js';
import { readCommands, type ShellCommand } from './shell-commands.js';

/** A part of a file that is not understood. */
export interface Unclear {
  /** A sentence that says where it is. */
  readonly unclear: string;
  /** What it may be about. */
  readonly text: string;
}

/** What other commands than curl have that send requests, such as loops: the address of a web service, or a command of curl. */
const SENDS = /\/Webservice(?:ID)?\/|(?:^|[\s(`"=/\\])curl(?:\.exe)?\s+\S/;

/** The requests of a script. */
export function readCurlCommands(script: string): readonly (WrittenRequest | Unclear)[] {
  return readCommands(script).flatMap((command): (WrittenRequest | Unclear)[] => {
    const isCurl = /^(?:.*[\\/])?curl(?:\.exe)?$/.test(command.words[0] ?? '');
    if (!isCurl && !SENDS.test(command.text)) return [];
    const request = isCurl ? readCurl(command) : 'it is not a command of curl';
    if (typeof request !== 'string') return [request];
    return [{ unclear: `Line ${command.line} was not understood: ${request.replace(/\.$/, '')}.`, text: command.text }];
  });
}

const valued = (short?: string) =>
  ({ type: 'string', multiple: true, ...(short === undefined ? {} : { short }) }) as const;
const lone = (short?: string) => ({ type: 'boolean', ...(short === undefined ? {} : { short }) }) as const;

/** Options that are parts of the body. */
const DATA = {
  data: valued('d'),
  'data-ascii': valued(),
  'data-raw': valued(),
  'data-binary': valued(),
  'data-urlencode': valued(),
  json: valued(),
};
/** Options of curl that make the request. */
const REQUEST = { ...DATA, request: valued('X'), url: valued(), get: lone('G'), head: lone('I'), globoff: lone('g') };
/** Other options, about the caller, the connection and the output; with a letter if they have one. */
const OTHER = Object.fromEntries<ReturnType<typeof valued> | ReturnType<typeof lone>>([
  ...toOptions(
    valued,
    `header:H user:u cookie:b cookie-jar:c user-agent:A referer:e oauth2-bearer output:o write-out:w dump-header:D max-time:m
     connect-timeout retry retry-delay proxy:x noproxy resolve cacert cert:E key`,
  ),
  ...toOptions(
    lone,
    `basic anyauth insecure:k compressed location:L fail:f fail-with-body silent:s show-error:S no-progress-meter progress-bar:#
     no-buffer:N include:i verbose:v ipv4:4 ipv6:6 http1.0:0 http1.1 http2 tlsv1.2 tlsv1.3 ssl-no-revoke`,
  ),
]);

function toOptions<Option>(make: (letter?: string) => Option, names: string): (readonly [string, Option])[] {
  return names.split(/\s+/).map((written) => {
    const [name = '', letter] = written.split(':');
    return [name, make(letter)] as const;
  });
}

/** Only the values of `REQUEST` are read. */
const OPTIONS: typeof REQUEST = { ...OTHER, ...REQUEST };

/** Characters that are shown of data. */
const SHOWN = 40;
/** What curl or the command prompt replaces in an address, and spaces, which are not allowed in one; brackets may be those of IPv6. */
const PATTERN = /[{}\s]|(?<!:\/\/)\[|%(?![\da-f]{2})/i;

/** The request of a command, or the part that is not understood. */
function readCurl({ words, unclear }: ShellCommand): WrittenRequest | string {
  if (unclear !== undefined) return `only a shell knows what this is, ${unclear}`;
  const read = tokenize(words.slice(1));
  return typeof read === 'string' ? read : toWritten(read);
}

type OptionToken = Extract<Parsed['tokens'][number], { readonly kind: 'option' }>;
type Parsed = Exclude<ReturnType<typeof tokenize>, string>;

function toWritten({ values, positionals, tokens }: Parsed): WrittenRequest | string {
  const [url = '', ...others] = [...(values.url ?? []), ...positionals];
  if (others.length > 0) return 'several addresses in one command';
  if (values.globoff !== true && PATTERN.test(url)) return `an address with a pattern, ${url}`;
  const data = tokens.flatMap((token) => (token.kind === 'option' && token.name in DATA ? [readData(token)] : []));
  if (data.includes(undefined)) return 'data from a file of its own';
  const body = data.join(values.json === undefined ? '&' : '');
  if (/^\s*\{/.test(body) && parseObject(body) === undefined)
    return `data that only look like JSON, ${body.slice(0, SHOWN)}`;
  return { method: toMethod(values, data.length > 0), ...putData(url, body, values.get === true) };
}

function toMethod({ request, get, head }: Parsed['values'], hasData: boolean): string {
  const usual = head === true ? 'HEAD' : hasData && get !== true ? 'POST' : 'GET';
  return request?.at(-1) ?? usual;
}

/** With `--get`, data are parameters of the query. */
function putData(url: string, body: string, isQuery: boolean): Pick<WrittenRequest, 'url' | 'body'> {
  if (!isQuery || body === '') return { url, body };
  const [place = ''] = url.split('#');
  return { url: `${place}${place.includes('?') ? '&' : '?'}${body}`, body: '' };
}

function tokenize(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (cause) {
    // Its message says which option it is.
    return (cause as Error).message.split(/\. |\n/)[0] ?? '';
  }
}

/** A part of the body; undefined if it is in a file. */
function readData({ name, value = '' }: OptionToken): string | undefined {
  if (name === 'data-raw') return value;
  if (name !== 'data-urlencode') return value.startsWith('@') ? undefined : value;
  const [, key = '', sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? [undefined, '', '=', value];
  if (sign === '@') return undefined;
  const encoded = encodeStrictly(content);
  return key === '' ? encoded : `${key}=${encoded}`;
}
