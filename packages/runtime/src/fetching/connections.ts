import { lookup } from 'node:dns/promises';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DestinationRefused, type Destinations, type RequesterTls, type HttpRequester } from '@ticketgate/definition';
import type { Message } from '@ticketgate/sdk/schema';
import type { buildConnector, Dispatcher } from 'undici';

import { basic } from './basic-credentials.js';
import { checkedConnector, lookupWithin } from './exchange.js';

/** Most connections per host and process; further requests wait for one. */
const PER_HOST = 10;
/** Milliseconds that idle connections are kept open. */
const KEEP_ALIVE = 4_000;

/** Connection pools: requests with the same proxy and TLS options share connections. */
export function openConnections(destinations: Destinations) {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  return {
    /** Rejects if the host or the proxy is not allowed, or a file of the TLS options cannot be read. */
    async for(http: Pick<HttpRequester, 'tls' | 'proxy'>, origin: string): Promise<Dispatcher> {
      destinations.checkRequest(new URL(origin), http.proxy);
      const isTunnel = origin.startsWith('https:');
      const key = JSON.stringify([http.tls, http.proxy, http.proxy && isTunnel]);
      const known = dispatchers.get(key);
      if (known !== undefined) return known;
      const made = openDispatcher(destinations, http, isTunnel);
      dispatchers.set(key, made);
      // A missing file may exist the next time.
      made.catch(() => dispatchers.delete(key));
      return made;
    },
    /** Why a request may not be sent, if host names still have the same addresses then; undefined if it may. */
    async refusal({ proxy }: HttpRequester, origin: string): Promise<Message | undefined> {
      try {
        const url = destinations.checkRequest(new URL(origin), proxy);
        const found = await lookup(url.hostname, { all: true }).catch(() => []);
        for (const { address } of found) destinations.checkAddress(address, url);
        return undefined;
      } catch (error) {
        if (error instanceof DestinationRefused) return error.reason;
        throw error;
      }
    },
    /** Closes all connections; running requests fail. */
    async close(): Promise<void> {
      const opened = [...dispatchers.values()];
      dispatchers.clear();
      await Promise.allSettled(opened.map(async (each) => (await each).destroy()));
    },
  };
}

export type Connections = ReturnType<typeof openConnections>;

async function openDispatcher(
  bounds: Destinations,
  { tls, proxy }: Pick<HttpRequester, 'tls' | 'proxy'>,
  isTunnel: boolean,
): Promise<Dispatcher> {
  // Imported with the first call, because it takes 70 ms of processor time and few commands need it.
  const { Agent, buildConnector, ProxyAgent } = await import('undici');
  const options = { connections: PER_HOST, keepAliveTimeout: KEEP_ALIVE, headersTimeout: 0, bodyTimeout: 0 };
  const tlsOptions = tls === undefined ? {} : await loadTls(tls);
  if (proxy === undefined)
    return new Agent({ ...options, connect: checkedConnector(buildConnector, bounds, tlsOptions) });
  const token = proxy.user !== '' && proxy.password !== '' ? { token: basic(proxy) } : {};
  const proxyTls = { lookup: lookupWithin(bounds, new URL(proxy.url)) };
  return new ProxyAgent({
    ...options,
    ...token,
    uri: proxy.url,
    proxyTunnel: isTunnel,
    proxyTls,
    requestTls: tlsOptions,
  });
}

async function loadTls(tls: RequesterTls): Promise<buildConnector.BuildOptions> {
  const folder = tls.caFolder === '' ? [] : (await readdir(tls.caFolder)).map((name) => join(tls.caFolder, name));
  const authorities = [...(tls.caFile === '' ? [] : [tls.caFile]), ...folder];
  const options: Record<string, unknown> = {};
  if (authorities.length > 0) options.ca = await Promise.all(authorities.map((path) => readFile(path)));
  if (tls.certificate !== '') options.cert = await readFile(tls.certificate);
  if (tls.key !== '') options.key = await readFile(tls.key);
  if (tls.keyPassword !== '') options.passphrase = tls.keyPassword;
  if (!tls.verifiesHostname) options.checkServerIdentity = () => undefined;
  return options;
}
