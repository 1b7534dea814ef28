import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AllowedHosts, type FetchOptions, type LookUp } from '@ticketgate/sdk';

import { exchange } from '../src/fetching/exchange.js';
import { fetchWithin } from '../src/fetching/fetcher.js';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  return (server.address() as AddressInfo).port;
}

let port: number;
let other: number;
const seen: IncomingMessage[] = [];

beforeAll(async () => {
  other = await serve((request, response) => {
    seen.push(request);
    response.end('other');
  });
  port = await serve((request, response) => {
    seen.push(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/to-other') response.writeHead(302, { Location: `http://127.0.0.1:${other}/` }).end();
    else if (pathname === '/redirect') response.writeHead(302, { Location: searchParams.get('to') ?? '' }).end();
    else if (pathname === '/circle') response.writeHead(307, { Location: '/circle' }).end();
    else if (pathname === '/large') response.end(Buffer.alloc(2000));
    else if (pathname === '/empty') response.writeHead(204, { 'X-A': '1' }).end();
    else if (pathname !== '/never') request.pipe(response.setHeader('X-Method', request.method ?? ''));
  });
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

beforeEach(() => {
  seen.length = 0;
});

interface Rules {
  readonly hosts?: readonly string[];
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  readonly traceparent?: string;
}

function get(
  path: string,
  { hosts, seconds = 20, signal, traceparent }: Rules = {},
  options: FetchOptions = {},
): Promise<Response> {
  return fetchWithin(path.startsWith('/') ? `http://127.0.0.1:${port}${path}` : path, options, {
    hosts: hosts ?? [`127.0.0.1:${port}`],
    advice: 'List it in the setting Chat::Hosts.',
    seconds,
    bytes: 1000,
    requestID: 'abc',
    traceparent,
    signal: signal ?? new AbortController().signal,
  });
}

describe('fetch', () => {
  it('sends what it is told, with the id of the request, and answers what came', async () => {
    const response = await get('/', {}, { method: 'POST', body: 'hello', headers: { 'X-Own': '1' } });
    expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([200, 'POST', 'hello']);
    expect(seen[0]?.headers).toMatchObject({ 'x-request-id': 'abc', 'x-own': '1' });
    expect((await get('/empty')).headers.get('x-a')).toBe('1');
  });

  it('passes the trace of the request on, unless it is told another one', async () => {
    const [traceparent, own] = ['1', '2'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
    await get('/', { traceparent: traceparent ?? '' });
    await get('/', { traceparent: traceparent ?? '' }, { headers: { traceparent: own ?? '' } });
    await get('/');
    expect(seen.map(({ headers }) => headers.traceparent)).toEqual([traceparent, own, undefined]);
  });

  it.each([
    ['no host is listed', []],
    ['another host is listed', ['example.org']],
    ['another port is listed', ['127.0.0.1:1']],
    ['the host is listed without its port', ['127.0.0.1']],
  ])('refuses when %s', async (_, hosts) => {
    await expect(get('/', { hosts })).rejects.toMatchObject({
      code: 'Fetch.NotAllowed',
      message: `The operation may not connect to "http://127.0.0.1:${port}". List it in the setting Chat::Hosts.`,
    });
    expect(seen).toEqual([]);
  });

  it('refuses a name that leads to an address which is not public, unless the address is listed', async () => {
    const hosts = [`localhost:${port}`];
    await expect(get(`http://localhost:${port}/`, { hosts })).rejects.toMatchObject({
      code: 'Fetch.NotAllowed',
      message: expect.stringContaining('which is not a public address') as string,
    });
    const both = [...hosts, '127.0.0.0/8', '::1'];
    expect(await (await get(`http://localhost:${port}/`, { hosts: both })).text()).toBe('');
  });

  it('checks the target of a redirect, and sends it no secrets', async () => {
    await expect(get('/to-other')).rejects.toMatchObject({ code: 'Fetch.NotAllowed' });
    const hosts = [`127.0.0.1:${port}`, `127.0.0.1:${other}`];
    const headers = { Authorization: 'Bearer x', 'X-Secret': 'y', Accept: 'text/plain' };
    expect(await (await get('/to-other', { hosts }, { headers })).text()).toBe('other');
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer x' });
    expect(seen[2]?.headers).toMatchObject({ accept: 'text/plain', 'x-request-id': 'abc' });
    expect(Object.keys(seen[2]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect(Object.keys(seen[2]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-secret']));
    await expect(get('/circle')).rejects.toMatchObject({ code: 'Fetch.Failed' });
    expect(seen).toHaveLength(9);
  });

  it.each([
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:ffff:127.0.0.1]',
    'http://[::1]',
    'http://[64:ff9b::7f00:1]',
  ])('refuses %s, however that is written, where only its host is listed', async (address) => {
    const { hostname } = new URL(address);
    // Each host is listed as somebody would who does not know where it leads; names alone make nothing reachable.
    const wanted = get(`${address}:${port}/`, { hosts: [`localhost:${port}`, `*.localhost:${port}`, 'example.org'] });
    await expect(wanted).rejects.toMatchObject({ code: 'Fetch.NotAllowed' });
    expect(new AllowedHosts(['intranet']).allowsAddress(hostname.replaceAll(/[[\]]/g, ''))).toBe(false);
    expect(seen).toHaveLength(0);
  });

  it('checks each address that a name leads to, and asks nobody again between that and the connection', async () => {
    const here = { address: '127.0.0.1', family: 4 };
    const asked: string[] = [];
    const lookUp: LookUp = (name, _options, done) => {
      asked.push(name);
      // The first answer has an address that is public; the next ones would lead elsewhere.
      done(null, asked.length === 1 ? [{ address: '93.184.215.14', family: 4 }, here] : [here]);
    };
    const send = (entries: readonly string[]) =>
      exchange(new URL(`http://rebound.example:${port}/empty`), {
        method: 'GET',
        headers: new Headers(),
        signal: new AbortController().signal,
        bytes: 1000,
        bounds: {
          lookUp,
          checkHost: () => undefined,
          checkAddress(address) {
            if (!new AllowedHosts(entries).allowsAddress(address)) throw new Error(`${address} is not public`);
          },
        },
      });
    await expect(send(['rebound.example'])).rejects.toThrow('127.0.0.1 is not public');
    await expect(send(['rebound.example'])).rejects.toThrow('127.0.0.1 is not public');
    expect(seen).toHaveLength(0);
    expect(await send(['rebound.example', '127.0.0.1'])).toMatchObject({ status: 204 });
    expect(asked).toEqual(['rebound.example', 'rebound.example', 'rebound.example']);
  });

  it('checks the target of each redirect anew, also one that leads from a public name to this machine', async () => {
    const hosts = [`127.0.0.1:${port}`];
    for (const target of [
      `http://[::ffff:127.0.0.1]:${other}/`,
      `http://localhost:${port}/`,
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
    ]) {
      await expect(get(`/redirect?to=${encodeURIComponent(target)}`, { hosts })).rejects.toMatchObject({
        code: 'Fetch.NotAllowed',
      });
    }
    expect(seen).toHaveLength(4);
  });

  it('ends after its time, with too large an answer, and with its request', async () => {
    await expect(get('/never', { seconds: 0.1 })).rejects.toMatchObject({
      code: 'Fetch.TimedOut',
      reason: 'Unavailable',
    });
    await expect(get('/large')).rejects.toMatchObject({ code: 'Fetch.TooLarge' });
    const request = new AbortController();
    const fetching = get('/never', { signal: request.signal });
    request.abort(new Error('the client left'));
    await expect(fetching).rejects.toThrow('the client left');
    await expect(get('http://127.0.0.1:1/', { hosts: ['127.0.0.1:1'] })).rejects.toMatchObject({
      code: 'Fetch.Failed',
    });
  });
});

describe('the list of hosts', () => {
  const allows = (entries: readonly string[], url: string) => new AllowedHosts(entries).allows(new URL(url));

  it.each([
    [['api.example.org'], 'https://api.example.org/x', true],
    [['API.example.org'], 'http://api.example.org:80/', true],
    [['api.example.org'], 'https://api.example.org:8443/', false],
    [['api.example.org:8443'], 'https://api.example.org:8443/', true],
    [['*.example.org'], 'https://a.b.example.org/', true],
    [['*.example.org'], 'https://example.org/', false],
    [['*.example.org'], 'https://evil-example.org/', false],
    [['api.example.org'], 'ftp://api.example.org/', false],
    [['127.0.0.1'], 'http://0x7f.1/', true],
    [['[::1]:8080'], 'http://[::1]:8080/', true],
  ])('%j: %s is %s', (entries, url, expected) => {
    expect(allows(entries, url)).toBe(expected);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ])('does not make %s a place to connect to', (address) => {
    expect(new AllowedHosts(['intranet']).allowsAddress(address)).toBe(false);
  });

  it('allows addresses and networks by naming them', () => {
    const hosts = new AllowedHosts(['intranet', '10.0.0.0/8', 'fd00::/8', '[::1]:80', '127.0.0.1:8080']);
    const allowed = ['10.1.2.3', 'fd12::1', '::1', '127.0.0.1', '93.184.215.14', '2606:4700::1'];
    expect(allowed.filter((address) => !hosts.allowsAddress(address))).toEqual([]);
    expect(hosts.allowsAddress('192.168.1.1')).toBe(false);
  });
});
