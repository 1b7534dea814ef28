import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import type { RawSample, Sample } from './sample.js';

/** What came back; `status` is 0 when the connection ended without an answer. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The request's id in the log of the server. */
  readonly requestID?: string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const PATIENCE_MILLISECONDS = 70_000;

export function send(base: URL, { method, url, headers, body }: Sample): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => {
      resolve({ status: 0, text: error.message });
    };
    try {
      const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
      const options = {
        host: base.hostname,
        port: base.port,
        path: url,
        method,
        headers: { ...headers, ...length },
        agent,
      };
      const call = request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text = text.length < 100_000 ? text + part : text));
        response.on('end', () => {
          const requestID = response.headers['x-request-id'];
          resolve({ status: response.statusCode ?? 0, text, requestID: requestID?.toString() });
        });
        response.on('error', failed);
      });
      call.setTimeout(PATIENCE_MILLISECONDS, () => call.destroy(new Error('no answer within 70 s')));
      call.on('error', failed);
      call.end(body === undefined ? undefined : Buffer.from(body, 'latin1'));
    } catch (error) {
      // Node refuses to send some of what was made.
      resolve({ status: -1, text: String(error) });
    }
  });
}

/** Sends bytes as they are, and hangs up. */
export function sendRaw(base: URL, { bytes }: RawSample): Promise<Answer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(base.port), base.hostname);
    const timer = setTimeout(() => socket.destroy(), 200);
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text });
    });
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}
