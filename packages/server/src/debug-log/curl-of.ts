import type { DebugLogContent } from '@ticketgate/database';

import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { addressOf } from '../serving/server-address.js';
import { contentAt } from './recorded-traffic.js';

/** How secrets are recorded. */
const MASK = /\*{7}/g;
/** Headers that curl or the connection make. */
const OMITTED = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
  'expect',
]);

interface Sent {
  readonly Method?: string;
  readonly URL?: string;
  readonly Headers?: Readonly<Record<string, string>>;
}

/**
 * The command that sends a request again. What is masked became `<SECRET>`.
 *
 * @throws ConfigurationError when the debug log has too little of it
 */
export function curlOf(contents: readonly DebugLogContent[], configuration: Configuration): string {
  const sent = contentAt({ contents }, 'Communication sequence started') ?? contentAt({ contents }, 'Request');
  const { Method: method, URL: url, Headers: headers = {} } = readSent(sent);
  if (method === undefined || url === undefined) {
    throw new ConfigurationError('Not enough of this request was recorded. DebugThreshold: debug records all of it.');
  }
  const body = contentAt({ contents }, 'Received data by provider');
  const parts = [
    `curl -X ${method} ${quote(`${addressOf(configuration)}${url}`)}`,
    ...Object.entries(headers).flatMap(([name, value]) =>
      OMITTED.has(name) ? [] : [`-H ${quote(`${name}: ${value}`)}`],
    ),
    ...(body === undefined || body === 'No data provided' ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return parts.join(' \\\n  ').replaceAll(MASK, '<SECRET>');
}

function readSent(text: string | undefined): Sent {
  try {
    // The gateway wrote it; what is missing is looked for.
    return JSON.parse(text ?? '{}') as Sent;
  } catch {
    return {};
  }
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll(`'`, String.raw`'\''`)}'`;
}
