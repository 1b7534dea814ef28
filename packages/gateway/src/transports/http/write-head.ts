import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

const BEYOND_ASCII = /[\x80-\xff]/;
const NO_BYTES = Buffer.alloc(0);

/**
 * Writes the head of an answer, with headers beyond ASCII in UTF-8. Node.js sends the characters of headers as bytes, unless the same write
 * contains text: such headers are sent alone.
 */
export function writeHead(response: ServerResponse, status: number, headers: OutgoingHttpHeaders): ServerResponse {
  let isASCII = true;
  for (const name in headers) {
    const value = String(headers[name]);
    if (!BEYOND_ASCII.test(value)) continue;
    headers[name] = Buffer.from(value, 'utf8').toString('latin1');
    isASCII = false;
  }
  response.writeHead(status, headers);
  if (!isASCII) response.write(NO_BYTES);
  return response;
}
