import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { buildConnector, Dispatcher } from 'undici';
import type { RequesterTls, RestRequester } from '@ticketgate/definition';
import { checkedLookup, checkLiteral } from '@ticketgate/sdk';

import { basic } from './request-headers.js';

/** Most connections per host and process; further requests wait for one. */
const PER_HOST = 10;
/** Milliseconds that idle connections are kept open. */
const KEEP_ALIVE = 4_000;

/** The destination of a connection. */
export interface ConnectionTarget {
  readonly url: URL;
  readonly port: number;
}

/** The hosts that may be connected to (`requester.allowedHosts`). */
export interface ReachableHosts {
  /** @throws Error for a host that is not allowed */
  checkHost(target: ConnectionTarget): void;
  /** @throws Error for an address, after the host name was resolved, that is not allowed */
  checkAddress(address: string, target: ConnectionTarget): void;
}

/** Connection pools: requests with the same proxy and TLS options share connections. */
export class Connections {
  readonly #hosts: ReachableHosts;
  readonly #dispatchers = new Map<string, Promise<Dispatcher>>();

  constructor(hosts: ReachableHosts) {
    this.#hosts = hosts;
  }

  /** Rejects if the host is not allowed, or a file of the TLS options cannot be read. */
  async for(rest: RestRequester, origin: string): Promise<Dispatcher> {
    const target = targetOf(origin);
    this.#hosts.checkHost(target);
    const isTunnel = target.url.protocol === 'https:';
    const key = JSON.stringify([rest.tls, rest.proxy, rest.proxy && isTunnel]);
    const known = this.#dispatchers.get(key);
    if (known !== undefined) return known;
    const made = this.#make(rest, isTunnel);
    this.#dispatchers.set(key, made);
    // A missing file may exist the next time.
    made.catch(() => this.#dispatchers.delete(key));
    return made;
  }

  /** Closes all connections; running requests fail. */
  async close(): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.allSettled(dispatchers.map(async (each) => (await each).destroy()));
  }

  async #make({ tls, proxy }: RestRequester, isTunnel: boolean): Promise<Dispatcher> {
    // Imported with the first call, because it takes 70 ms of processor time and few commands need it.
    const { Agent, buildConnector, ProxyAgent } = await import('undici');
    const options = { connections: PER_HOST, keepAliveTimeout: KEEP_ALIVE, headersTimeout: 0, bodyTimeout: 0 };
    const tlsOptions = tls === undefined ? {} : await readTls(tls);
    if (proxy === undefined) return new Agent({ ...options, connect: this.#connector(buildConnector, tlsOptions) });
    // The name of the host was checked. The address of the proxy is not, since the administrator has configured it.
    const token = proxy.user !== '' && proxy.password !== '' ? { token: basic(proxy) } : {};
    return new ProxyAgent({ ...options, ...token, uri: proxy.url, proxyTunnel: isTunnel, requestTls: tlsOptions });
  }

  #connector(build: typeof buildConnector, tls: buildConnector.BuildOptions): buildConnector.connector {
    return (options, done) => {
      const target = targetOf(`${options.protocol}//${options.host ?? options.hostname}`);
      const check = (address: string) => {
        this.#hosts.checkAddress(address, target);
      };
      try {
        checkLiteral(target.url.hostname, check);
      } catch (refused) {
        done(refused instanceof Error ? refused : new Error(String(refused)), null);
        return;
      }
      build({ ...tls, lookup: checkedLookup(check) })(options, done);
    };
  }
}

function targetOf(origin: string): ConnectionTarget {
  const url = new URL(origin);
  return { url, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
}

async function readTls(tls: RequesterTls): Promise<buildConnector.BuildOptions> {
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
