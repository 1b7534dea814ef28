import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { checkedLookup, checkLiteral, type CheckAddress, type LookUp } from '@ticketgate/sdk';

/** A request to another system. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly checkAddress: CheckAddress;
  /** Default: that of the operating system. */
  readonly lookUp?: LookUp;
}

/** Sends a request, after a check of the host's address. Resolves with the head of the response. */
export function exchange({
  url,
  method,
  headers,
  body,
  signal,
  checkAddress,
  lookUp,
}: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    checkLiteral(url.hostname, checkAddress);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = {
      method,
      headers: Object.fromEntries(headers),
      signal,
      lookup: checkedLookup(checkAddress, lookUp),
      agent: false,
    };
    send(url, options, resolve).once('error', reject).end(body);
  });
}
