import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { buildConnector, Dispatcher } from 'undici';
import type { RequesterTls, RestRequester } from '@ticketgate/definition';
import { checkedLookup, checkLiteral } from '@ticketgate/sdk';

import { basic } from './request-headers.js';

/** Connections to one host that are open at a time, for each process; further requests wait for one. */
const PER_HOST = 10;
/** Milliseconds that an idle connection stays open. */
const KEPT = 4_000;

/** Where a connection goes. */
export interface ConnectionTarget {
  readonly url: URL;
  readonly port: number;
}

/** Where requests may go (`requester.allowedHosts`). */
export interface ReachableHosts {
  /** @throws Error for a host that must not be connected to */
  checkHost(target: ConnectionTarget): void;
  /** @throws Error for an address that must not be connected to, as the name of the host was resolved */
  checkAddress(address: string, target: ConnectionTarget): void;
}

/** Keeps connections alive: those of requests with the same proxy and TLS options are shared. */
export class Connections {
  readonly #hosts: ReachableHosts;
  readonly #dispatchers = new Map<string, Promise<Dispatcher>>();

  constructor(hosts: ReachableHosts) {
    this.#hosts = hosts;
  }

  /** Rejects when files of TLS options cannot be read, or the host must not be connected to. */
  async for(rest: RestRequester, origin: string): Promise<Dispatcher> {
    const target = targetOf(origin);
    this.#hosts.checkHost(target);
    const isTunnel = target.url.protocol === 'https:';
    const key = JSON.stringify([rest.tls, rest.proxy, rest.proxy && isTunnel]);
    const known = this.#dispatchers.get(key);
    if (known !== undefined) return known;
    const made = this.#make(rest, isTunnel);
    this.#dispatchers.set(key, made);
    // A file that is missing may be there the next time.
    made.catch(() => this.#dispatchers.delete(key));
    return made;
  }

  /** Ends all connections; requests under way fail. */
  async close(): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()];
    this.#dispatchers.clear();
    await Promise.allSettled(dispatchers.map(async (each) => (await each).destroy()));
  }

  async #make({ tls, proxy }: RestRequester, isTunnel: boolean): Promise<Dispatcher> {
    // Loaded with the first call: loading it takes 70 ms of processor time, and few commands call anybody.
    const { Agent, buildConnector, ProxyAgent } = await import('undici');
    const options = { connections: PER_HOST, keepAliveTimeout: KEPT, headersTimeout: 0, bodyTimeout: 0 };
    const tlsOptions = tls === undefined ? {} : await readTls(tls);
    if (proxy === undefined) return new Agent({ ...options, connect: this.#connector(buildConnector, tlsOptions) });
    // The proxy is the administrator's own machine, whose address is not checked; the name of the host behind it was.
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
