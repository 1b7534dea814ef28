import type { IncomingMessage } from 'node:http';

import { isProportional } from '../../../test/support/processor-time.js';
import { createPlainHttpPolicy } from '../src/http/plain-http.js';
import { defaultConfiguration } from '../../runtime/src/configuration/default-configuration.js';

const { http, tls } = defaultConfiguration('/');

function requestFrom(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  // All that the policy looks at.
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('plain HTTP', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('may be listened for on %s', (host) => {
    expect(() => createPlainHttpPolicy({ http: { ...http, host }, tls })).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'gateway.example.org'])('is refused on %s with what to do', (host) => {
    expect(() => createPlainHttpPolicy({ http: { ...http, host }, tls })).toThrow(
      /http\.trustedProxies.*http\.allowInsecureHttp/s,
    );
  });

  it('has no known address when an untrusted proxy forwards it', () => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.1'] }, tls });
    const known = [
      requestFrom('127.0.0.1'),
      requestFrom('10.0.0.1', { 'x-forwarded-for': '192.0.2.1' }),
      requestFrom('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }),
      requestFrom('127.0.0.1', { forwarded: 'for=192.0.2.1' }),
    ].map((request) => policy.isOriginKnown(request));
    expect(known).toEqual([true, true, false, false]);
  });

  it('is answered from anywhere if the administrator allows it', () => {
    const policy = createPlainHttpPolicy({ http: { ...http, host: '0.0.0.0', allowInsecureHttp: true }, tls });
    expect(policy.isAllowed(requestFrom('192.168.1.5'))).toBe(true);
  });

  it('is answered to a trusted proxy only, and only when its client came by HTTPS', () => {
    const policy = createPlainHttpPolicy({
      http: { ...http, host: '::', trustedProxies: ['10.0.0.0/8', 'fd00::1'] },
      tls,
    });
    const https = { 'x-forwarded-proto': 'https' };
    const allowed = [
      requestFrom('::ffff:127.0.0.1'),
      requestFrom('::ffff:10.1.2.3', https),
      requestFrom('fd00::1', https),
      requestFrom('10.1.2.3', { 'x-forwarded-proto': 'https, http' }),
      requestFrom('10.1.2.3', { 'x-forwarded-proto': 'http, https' }),
      requestFrom('10.1.2.3'),
      requestFrom('192.168.1.5', https),
    ].map((request) => policy.isAllowed(request));
    expect(allowed).toEqual([true, true, true, true, false, false, false]);
  });

  it('is below the path that trusted proxies cut off, or else the one in the configuration', () => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.1'], prefix: '/desk' }, tls });
    const prefixOf = (peer: string, given: string) =>
      policy.toPrefix(requestFrom(peer, { 'x-forwarded-prefix': given }));
    expect(
      ['/helpdesk', '/a/, /b/c', '/', '//evil.example', '/"><script>', '/..'].map((each) => prefixOf('10.0.0.1', each)),
    ).toEqual([...['/helpdesk', '/a/b/c', '/desk', '/desk', '/desk', '/desk']]);
    expect(prefixOf('192.168.1.5', '/helpdesk')).toBe('/desk');
    expect(['/desk/admin', '/desk', '/desk?a=b', '/desktop', '/admin'].map((path) => policy.cutPrefix(path))).toEqual([
      ...['/admin', '/', '/?a=b', '/desktop', '/admin'],
    ]);
  });

  it('believes forwarded addresses of trusted proxies only, from the right', () => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/8'] }, tls });
    const forwarded = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.0.0.7' };
    const addresses = [
      requestFrom('10.0.0.5', forwarded),
      requestFrom('3.3.3.3', forwarded),
      requestFrom('10.0.0.5'),
    ].map((request) => policy.clientAddress(request));
    expect(addresses).toEqual(['2.2.2.2', '3.3.3.3', '']);
  });

  it.each([
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', ''],
    ['1'.repeat(60), ''],
    ['1.2.3.4, _hidden', ''],
    ['1.2.3.4,', ''],
    ['1.2.3.4:nonsense', ''],
    ['10.0.0.7', '10.0.0.7'],
    ['', ''],
  ])('reads %j of a trusted proxy as %s', (forwarded, client) => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/8'] }, tls });
    expect(policy.clientAddress(requestFrom('10.0.0.5', { 'x-forwarded-for': forwarded }))).toBe(client);
  });

  it.each([
    ['for=192.0.2.1', '192.0.2.1'],
    ['For="[2001:db8::1]:4711";proto=https, for=10.0.0.7', '2001:db8::1'],
    ['for=1.1.1.1, for=192.0.2.1;by=10.0.0.5', '192.0.2.1'],
    ['for="a, for=1.1.1.1"', ''],
    ['for=unknown', ''],
    ['proto=https', ''],
    ['"'.repeat(5000), ''],
    ['for=127.0.0.1 nonsense', ''],
    ['for=127.0.0.1,', ''],
  ])('reads Forwarded: %j of a trusted proxy as %j', (forwarded, client) => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/8'] }, tls });
    expect(policy.clientAddress(requestFrom('10.0.0.5', { forwarded }))).toBe(client);
  });

  it.each<[string, (size: number) => string]>([
    ['one word', (size) => 'a'.repeat(size)],
    ['a quoted text without an end', (size) => `"${'\\"'.repeat(size)}`],
    ['a value without an end', (size) => `for="${'\\"'.repeat(size)}`],
  ])('takes no longer than its length to read Forwarded: %s', (_name, make) => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/8'] }, tls });
    const read = (size: number) => policy.clientAddress(requestFrom('10.0.0.5', { forwarded: make(size) }));
    expect(isProportional(read, 3_000)).toBe(true);
  });

  it('does not know a client of whom two headers say different things, or only X-Real-IP', () => {
    const policy = createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/8'] }, tls });
    const client = (headers: Record<string, string>) => policy.clientAddress(requestFrom('10.0.0.5', headers));
    expect(client({ 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' })).toBe('192.0.2.1');
    expect(client({ 'x-forwarded-for': '127.0.0.1', forwarded: 'for=192.0.2.1' })).toBe('');
    expect(client({ 'x-real-ip': '127.0.0.1' })).toBe('');
  });

  it('names a proxy that is not an address', () => {
    expect(() => createPlainHttpPolicy({ http: { ...http, trustedProxies: ['10.0.0.0/40'] }, tls })).toThrow(
      '"10.0.0.0/40"',
    );
  });
});
