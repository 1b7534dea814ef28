import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** One request to another system, as it goes out. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** @throws when a connection must not go there */
  readonly checkAddress: (address: string) => void;
  /** Default: that of the operating system. */
  readonly lookUp?: LookUp;
}

/** As `lookup` of `node:dns` does it with `all`. */
export type LookUp = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Sends it, to no address that has not been checked, and resolves when the head of the answer is there. */
export function exchange({ url, method, headers, body, signal, ...way }: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node looks up names only.
    if (isIP(host) !== 0) way.checkAddress(host);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = {
      method,
      headers: Object.fromEntries(headers),
      signal,
      lookup: checked(way),
      agent: false,
    };
    send(url, options, resolve).once('error', reject).end(body);
  });
}

/** The look-up that the connection is made by: what it answers cannot change between a check and the connection. */
function checked({ checkAddress, lookUp = lookup }: Pick<Outgoing, 'checkAddress' | 'lookUp'>): LookupFunction {
  return (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      try {
        for (const { address } of addresses) checkAddress(address);
        if (options.all === true) done(null, [...addresses]);
        else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
      } catch (refused) {
        done(refused instanceof Error ? refused : new Error(String(refused)), []);
      }
    });
  };
}
