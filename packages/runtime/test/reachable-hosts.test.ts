import { networkInterfaces } from 'node:os';

import { defaultConfiguration } from '../src/configuration/default-configuration.js';
import { reachableHosts } from '../src/configuration/reachable-hosts.js';

function check(address: string, url: string, allowedHosts: readonly string[] = []): string {
  const defaults = defaultConfiguration('/');
  const admin = { ...defaults.admin, listen: '8081' };
  const metrics = { ...defaults.metrics, listen: '[::1]:9090' };
  const configuration = { ...defaults, admin, metrics, requester: { ...defaults.requester, allowedHosts } };
  try {
    const hosts = reachableHosts(configuration);
    hosts.checkHost(new URL(url));
    hosts.checkAddress(address, new URL(url));
    return 'reached';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Addresses of this machine that other machines connect to. */
const OWN = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  .map(({ address }) => address);

describe('the hosts that web services may send requests to', () => {
  it('are all, public and private, unless some are listed', () => {
    expect(check('203.0.113.7', 'http://chat.example.org')).toBe('reached');
    expect(check('10.0.0.7', 'http://chat.intranet')).toBe('reached');
    const listed = ['chat.example.org', '*.intranet', 'chat.example.org:8443', 'usual.example.org:443', 'FD00:0:0::7'];
    expect(check('fd00::7', 'http://[fd00::7]:8080', [...listed, '[fd00:0::7]:8080'])).toBe('reached');
    expect(check('fd00::7', 'http://[fd00::7]', listed)).toBe('reached');
    expect(check('fd00::8', 'http://[fd00::8]', listed)).toMatch(/is not in requester.allowedHosts/);
    expect(check('203.0.113.7', 'https://usual.example.org', listed)).toBe('reached');
    expect(check('203.0.113.7', 'http://chat.example.org', listed)).toBe('reached');
    expect(check('203.0.113.7', 'https://chat.example.org:8443', listed)).toBe('reached');
    expect(check('10.0.0.7', 'http://chat.intranet', listed)).toBe('reached');
    expect(check('203.0.113.8', 'http://other.example.org', listed)).toBe(
      'other.example.org is not in requester.allowedHosts of the configuration. List the host there to allow it.',
    );
    expect(check('203.0.113.7', 'http://chat.example.org:81', listed)).toMatch(/is not in requester.allowedHosts/);
  });

  it.each([
    ...['169.254.169.254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '2001:0:a9fe:a9fe::'],
    ...['::ffff:0:a9fe:a9fe'],
    ...['100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['fe80::1', '0.0.0.0', '::', '224.0.0.1'],
  ])('are never at %s, where clouds keep secrets or nobody is', (address) => {
    const url = 'http://innocent.example.org';
    expect(check(address, url)).toMatch(/is an address that web services may never connect to\.$/);
    expect(check(address, url, ['innocent.example.org', address])).toMatch(/may never connect to\.$/);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', ...OWN])(
    'are on this machine (%s) only where they are listed',
    (address) => {
      expect(check(address, 'http://local.example.org:9000')).toMatch(/is this machine itself\. List the host/);
      expect(check(address, 'http://local.example.org:9000', ['local.example.org:9000'])).toBe('reached');
    },
  );

  it('are addresses of IPv6 with or without brackets', () => {
    for (const listed of ['fd00::7', '[fd00::7]', '[fd00::7]:80'])
      expect(check('fd00::7', 'http://[fd00::7]', [listed])).toBe('reached');
  });

  it.each([8081, 9090])('are never the administration or the metrics of this server, at port %d', (port) => {
    const url = `http://localhost:${port}`;
    expect(check('127.0.0.1', url, [`localhost:${port}`])).toMatch(/is this server itself\.$/);
  });

  it('are never this server', () => {
    const { port } = defaultConfiguration('/').http;
    const url = `http://localhost:${port}`;
    expect(check('127.0.0.1', url, [`localhost:${port}`])).toBe(
      `127.0.0.1:${port} (localhost:${port}) is this server itself.`,
    );
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, family } of addresses) {
      const { host, hostname } = new URL(`http://[${family === 'IPv4' ? `::ffff:${address}` : address}]:${port}`);
      const literal = hostname.slice(1, -1);
      expect(check(literal, `http://${host}`, [host])).toMatch(/is this server itself|may never connect to/);
      expect(check(literal, `http://${host}`)).toMatch(/is this server itself|may never connect to/);
    }
  });
});
