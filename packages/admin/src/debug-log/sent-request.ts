import type { DebugLogContent, RecordedRequest } from '@ticketgate/database';
import { makeServerURL, type Configuration, ConfigurationError } from '@ticketgate/runtime';
import { envelopeText, Failure, openEnvelope, SOAP_11 } from '@ticketgate/gateway';
import { MASK, parseObject } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { ClientRequest } from '../trying/exchange-in-memory.js';
import { contentAt, NO_DATA } from './recorded-traffic.js';

/** Headers that curl or the connection sets. */
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
  /** Recorded with `DebugThreshold: debug` only. */
  readonly Headers?: Readonly<Record<string, string>>;
}

/** The recorded parts of a request. */
export interface RecordedParts extends Pick<RecordedRequest, 'bytesReceived'> {
  readonly contents: readonly Pick<DebugLogContent, 'subject' | 'content'>[];
}

/**
 * The command that sends a request again, with `<SECRET>` for what is masked.
 *
 * @throws ConfigurationError if the debug log has too little of it
 */
export function writeRecordedCurl(request: RecordedParts, configuration: Configuration) {
  const { Method: method, URL: url, Headers: headers } = readSent(request);
  if (method === undefined || url === undefined) {
    throw new ConfigurationError('Not enough of this request was recorded. DebugThreshold: debug records all of it.');
  }
  const address = toAddress(headers, configuration);
  const body = findBody(request, headers);
  const command = writeCurl({ method, url: `${address.text}${url}`, headers, body: body.text }).replaceAll(
    MASK,
    '<SECRET>',
  );
  return { command, notes: [address.note, body.note].filter((note) => note !== undefined) };
}

/** A command for a shell, and what to know before running it, for example that a part was not recorded. */
interface Written {
  readonly method: string;
  /** With the address of the server. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** The command for a shell that sends a request. */
export function writeCurl({ method, url, headers = {}, body }: Written): string {
  const parts = [
    `curl -X ${method} ${shellQuote(url)}`,
    ...Object.entries(headers).flatMap(([name, value]) =>
      OMITTED.has(name.toLowerCase()) ? [] : [`-H ${shellQuote(`${name}: ${value}`)}`],
    ),
    ...(body === undefined ? [] : [`--data-raw ${shellQuote(body)}`]),
  ];
  return parts.join(' \\\n  ');
}

/** A part of the command, and what to know about it. */
interface Part<Text> {
  readonly text: Text;
  readonly note: Message | undefined;
}

const say = declareMessages({
  'curl.host': `The Host header was not recorded: the command uses {address}, as this server is configured.`,
  'curl.address': `The address {address} is the one that the client used.`,
  'curl.headers': `The headers were not recorded: only DebugThreshold: debug does that. Add them with -H, or record such a request again.`,
  'curl.neither': `Headers and body were not recorded: only DebugThreshold: debug does that. Add them with -H and --data-raw, or record such a request again.`,
  'curl.body': `The body was not recorded: it was empty JSON, or the request was refused before it was read. Add it with --data-raw.`,
  'curl.bytes': `The body was not recorded, because it is not readable text. Add it with --data-binary.`,
  'curl.rest': `Only {kept} of {came} characters of the body were recorded (debugLog.maxTextLength). Write the rest instead of <REST OF THE BODY>.`,
});

/** A valid Host header; anything else could become another part of a URL. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Where the client sent the request, as far as that is known. */
function toAddress(headers: Sent['Headers'], configuration: Configuration): Part<string> {
  const configured = makeServerURL(configuration);
  const host = headers?.host;
  if (host === undefined || !HOST.test(host)) {
    return { text: configured, note: say('curl.host', { address: configured }) };
  }
  const text = `${new URL(configured).protocol}//${host}`;
  return { text, note: text === configured ? undefined : say('curl.address', { address: text }) };
}

/** The end of a text that was too long. */
const CUT = /\n\[cut: (\d+) characters came, (\d+) are recorded\]$/;
/** The note that is recorded instead of a body that is not text. */
const UNREADABLE = /^(?:Not recorded: |Bytes that are not text )/;

/** The body of a recorded request, and what is missing of it. */
function findBody({ contents, bytesReceived }: RecordedParts, headers: Sent['Headers']): Part<string | undefined> {
  const recorded = contentAt({ contents }, 'Received data by provider');
  if (recorded !== undefined && recorded !== NO_DATA) return showBody(recorded, headers);
  const hadBody = bytesReceived > 0 || announcesBody(headers);
  if (headers === undefined) return { text: undefined, note: say(hadBody ? 'curl.neither' : 'curl.headers') };
  return { text: undefined, note: hadBody ? say('curl.body') : undefined };
}

function announcesBody(headers: Sent['Headers'] = {}): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function showBody(recorded: string, headers: Sent['Headers']): Part<string | undefined> {
  if (UNREADABLE.test(recorded)) return { text: undefined, note: say('curl.bytes') };
  const [note, came = '', kept = ''] = CUT.exec(recorded) ?? [];
  if (note === undefined) return { text: withEnvelope(recorded, headers), note: undefined };
  return { text: `${recorded.slice(0, -note.length)}<REST OF THE BODY>`, note: say('curl.rest', { kept, came }) };
}

/** By what SOAP 1.1 and 1.2 require. A client of REST may call JSON `application/xml`. */
function isSOAP(headers: Sent['Headers']): boolean {
  return (
    headers?.soapaction !== undefined ||
    /^(?:text\/xml|application\/soap\+xml)\b/i.test(headers?.['content-type'] ?? '')
  );
}

/** Of SOAP, the data of the Body is recorded. */
function withEnvelope(recorded: string, headers: Sent['Headers']): string {
  const data = isSOAP(headers) ? parseObject(recorded) : undefined;
  if (data === undefined) return recorded;
  try {
    return envelopeText(openEnvelope(SOAP_11).members(data));
  } catch (cause) {
    // What has no form in XML was never SOAP.
    if (cause instanceof Failure) return recorded;
    throw cause;
  }
}

/** What was recorded is text, and is sent as UTF-8. */
export function claimUTF8(xml: string): string {
  return xml.replace(/^(\s*<\?xml[^>]*?\sencoding=)(?:"[^"]*"|'[^']*')/, '$1"utf-8"');
}

/** What was recorded of a request before its body. */
function readSent(request: Pick<RecordedParts, 'contents'>): Sent {
  const text = contentAt(request, 'Communication sequence started') ?? contentAt(request, 'Request');
  // The gateway wrote it; what is missing is looked for.
  return parseObject(text ?? '') ?? {};
}

/** For a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll(`'`, String.raw`'\''`)}'`;
}

/** A recorded request with what was recorded of it. */
type RecordedSending = RecordedParts & Pick<RecordedRequest, 'isTruncated'>;

/** Headers that belong to one connection, to an encoding that is not recorded, or only to the first sending. */
const NOT_SENT_AGAIN =
  /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade|te|content-encoding|accept-encoding|idempotency-key)$/;

/** A recorded request as its client sent it, with masks for its secrets; or why it cannot be sent again. */
export function readClientRequest(recorded: RecordedSending, cookieName: string): ClientRequest | string {
  if (recorded.isTruncated) return 'Its texts were cut when they were recorded (debugLog.maxTextLength).';
  const { Method: method, URL: url, Headers: sent } = readSent(recorded);
  if (method === undefined || url === undefined || sent === undefined)
    return 'Its headers were not recorded. DebugThreshold: debug records all of a request.';
  const isEmptyJson = recorded.bytesReceived > 0 && contentAt(recorded, 'Received data by provider') === NO_DATA;
  const { text: body = '', note } = isEmptyJson ? { text: '{}' } : findBody(recorded, sent);
  if (note !== undefined) return 'Its body was not recorded.';
  const headers = Object.entries(sent).filter(([name]) => !NOT_SENT_AGAIN.test(name));
  return {
    method,
    url,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, shaped(name, value)])),
    body: claimUTF8(body),
  };

  /** Masked as a whole, these would not be read as credentials. */
  function shaped(name: string, value: string): string {
    // What was recorded is text, and is sent as UTF-8.
    if (name === 'content-type') return value.replace(/(;\s*charset=)(?:"[^"]*"|[^;\s]*)/i, '$1utf-8');
    if (value !== MASK) return value;
    return name === 'authorization' ? `Bearer ${MASK}` : name === 'cookie' ? `${cookieName}=${MASK}` : value;
  }
}
