import { objectIn, type ComparedRequest } from './compared-request.js';

/** The other system. */
export interface ComparedHost {
  /** Up to and with `nph-genericinterface.pl`. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
}

export interface HostAnswer {
  readonly status: number;
  readonly body: string;
}

/** Milliseconds of a request. */
const TIMEOUT = 60_000;
/** Most bytes of an answer. */
const MOST_BYTES = 10_000_000;

/**
 * Sends a request that only reads, with the credentials: in the body where it has one, otherwise in the query, as the family takes them.
 * Returns the reason if there is no answer.
 */
export async function askHost(
  { url, ...credentials }: ComparedHost,
  service: string,
  request: ComparedRequest,
): Promise<HostAnswer | string> {
  const { path, body } = authorized(request, { UserLogin: credentials.login, Password: credentials.password });
  const address = `${url.replace(/\/$/, '')}/Webservice/${encodeURIComponent(service)}${path}`;
  try {
    const answer = await fetch(address, {
      method: request.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body !== '' && { body, headers: { 'Content-Type': 'application/json' } }),
    });
    return { status: answer.status, body: await readBody(answer) };
  } catch (cause) {
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    return `The host has not answered: ${inner instanceof Error ? inner.message : String(inner)}.`;
  }
}

function authorized(
  { method, path, body }: ComparedRequest,
  credentials: Readonly<Record<string, string>>,
): Pick<ComparedRequest, 'path' | 'body'> {
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
  const data = objectIn(body === '' ? '{}' : body);
  if (hasBody && data !== undefined) return { path, body: JSON.stringify({ ...data, ...credentials }) };
  const query = new URLSearchParams(credentials).toString();
  return { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, body: hasBody ? body : '' };
}

async function readBody(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array; // the streams of fetch have nothing else
    parts.push(bytes);
    length += bytes.length;
    if (length > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(parts, length).toString('utf8');
}
