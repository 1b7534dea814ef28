import { createServer, request as openRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import { integer, listOfNamed, named, text, textOrNull, type ValueOf } from '@ticketgate/sdk/schema';

/** A request as a client writes it. */
export interface ClientRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as a client reads it. */
export const clientAnswer = named('TriedAnswer', {
  status: integer('The HTTP status.'),
  headers: listOfNamed('Its headers.', 'Header', { name: text('Its name.'), value: text('Its value.') }),
  body: textOrNull('The text of the body; null where it is not text or too long.'),
  bytes: integer('Bytes of the body.'),
});
export type ClientAnswer = ValueOf<typeof clientAnswer>;

/** Bytes of a body that are kept. */
const MOST_BYTES = 2_000_000;

/** Sends a request to a listener by HTTP without a network. Undefined if the connection ends before the answer does. */
export async function exchangeInMemory(
  listener: RequestListener,
  sent: ClientRequest,
): Promise<ClientAnswer | undefined> {
  const [client, server] = duplexPair();
  countWritten(server);
  // Destroying one side does not notify the other one.
  server.once('close', () => {
    if (!server.writableFinished) client.destroy(new ConnectionLost());
  });
  createServer(listener).emit('connection', server);
  try {
    return await sendInMemory(sent, client);
  } catch (cause) {
    if (isLost(cause)) return undefined;
    throw cause;
  } finally {
    client.destroy();
    server.destroy();
  }
}

/** As a socket does, for the size of the answer. */
function countWritten(side: Duplex): void {
  let bytesWritten = 0;
  const write = side._write.bind(side);
  side._write = (chunk: Buffer, encoding, done) => {
    bytesWritten += chunk.length;
    write(chunk, encoding, done);
  };
  Object.defineProperty(side, 'bytesWritten', { get: () => bytesWritten });
}

class ConnectionLost extends Error {}

function isLost(cause: unknown): boolean {
  return (
    cause instanceof Error && (cause instanceof ConnectionLost || ('code' in cause && cause.code === 'ECONNRESET'))
  );
}

function sendInMemory(sent: ClientRequest, connection: Duplex): Promise<ClientAnswer> {
  return new Promise((resolve, reject) => {
    const { method, url: path, body } = sent;
    const request = openRequest({ method, path, headers: completeHeaders(sent), createConnection: () => connection });
    request.once('error', reject);
    request.once('response', (response) => void takeAnswer(response).then(resolve, reject));
    request.end(body);
  });
}

function completeHeaders({ headers, body }: ClientRequest): Readonly<Record<string, string>> {
  const length: Readonly<Record<string, string>> =
    body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return { Host: '127.0.0.1', ...headers, ...length, Connection: 'close' };
}

async function takeAnswer(response: IncomingMessage): Promise<ClientAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    const read = part as Buffer; // without an encoding, a response has nothing else
    bytes += read.length;
    if (bytes <= MOST_BYTES) parts.push(read);
  }
  const { rawHeaders, statusCode: status = 0 } = response;
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []));
  return { status, headers, body: bytes > MOST_BYTES ? null : decodeBody(Buffer.concat(parts)), bytes };
}

function decodeBody(body: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
