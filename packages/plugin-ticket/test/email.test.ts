import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import dns from 'node:dns/promises';

import { ticketSettings } from '../src/plugin/ticket-settings.js';
import { areDeliverable } from '../src/addresses/email.js';
import { parseAddresses } from '../src/addresses/parse-addresses.js';
import { testSettings } from './support/test-settings.js';

const areUsable = (addresses: readonly string[], changes: Readonly<Record<string, unknown>> = {}) =>
  areDeliverable(addresses, testSettings(ticketSettings, changes));
const isUsable = (address: string, changes: Readonly<Record<string, unknown>> = {}) => areUsable([address], changes);

describe('addresses', () => {
  const unseen = { CheckMXRecord: 0 };

  it.each([
    ['ink@customer.org', true],
    ['ink+blue@mail.customer.org', true],
    ["o'ink@customer.org", true],
    ['ink@customer-1.org', true],
    ['ink', false],
    ['ink@', false],
    ['@customer.org', false],
    ['ink@@customer.org', false],
    ['ink..blue@customer.org', false],
    ['ink.@customer.org', false],
    ['ink@customer.org.', false],
    ['ink blue@customer.org', false],
    ['ink@example.com', false],
    ['ink@example.info', true],
    ['ink@an.example.org', true],
    ['root@localhost', true],
    ['admin@localhost', true],
  ])('%s: %s', async (address, expected) => {
    expect(await isUsable(address, unseen)).toBe(expected);
  });

  it('pass unchecked if checks are off', async () => {
    expect(await isUsable('ink', { CheckEmailAddresses: 0 })).toBe(true);
  });

  it('pass and fail by the patterns of the settings', async () => {
    const patterns = { CheckEmailValidAddress: '^ink$', CheckEmailInvalidAddress: '@CUSTOMER\\.org$' };
    expect(await isUsable('ink', { ...unseen, ...patterns })).toBe(true);
    expect(await isUsable('ink@customer.org', { ...unseen, ...patterns })).toBe(false);
    expect(await isUsable('ink@example.com', { ...unseen, ...patterns })).toBe(true);
    const none = { CheckEmailValidAddress: '', CheckEmailInvalidAddress: '' };
    expect(await isUsable('root@localhost', { ...unseen, ...none })).toBe(true);
    expect(await isUsable('ink@example.com', { ...unseen, ...none })).toBe(true);
  });

  it('are taken from lines with names and commas', () => {
    expect(parseAddresses('"Ink, Blue" <ink@customer.org>, Pen <pen@customer.org>; dry@customer.org')).toEqual([
      'ink@customer.org',
      'pen@customer.org',
      'dry@customer.org',
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['', []],
    [' , ;', []],
    ['Ink', ['']],
    ['<>', ['']],
    ['Ink <ink@customer.org>', ['ink@customer.org']],
    ['Ink < blue <ink@customer.org>', ['ink@customer.org']],
    ['ink@customer.org (Ink, Blue)', ['ink@customer.org']],
    ['(ink@customer.org)', ['ink@customer.org']],
    ['mail to: ink@customer.org', ['mail to:ink@customer.org']],
    [
      'Pens: ink@customer.org, pen@customer.org; dry@customer.org',
      ['Pens:ink@customer.org, pen@customer.org', 'dry@customer.org'],
    ],
    ['write to -ink@customer.org. now', ['ink@customer.org']],
    ['Ink @ customer', ['Ink @ customer']],
    [String.raw`Ink\, Blue <ink@customer.org>`, ['ink@customer.org']],
    [String.raw`"Ink "Blue", Pen" <ink@customer.org>`, ['ink@customer.org']],
    ['a:'.repeat(3), ['a:a:a:']],
  ])('of %j are %j', (line, expected) => {
    expect(parseAddresses(line)).toEqual(expected);
  });
});

describe('domains', () => {
  const servers = dns.getServers();
  const asked: string[] = [];
  let nameServer: Socket;

  beforeEach(() => {
    asked.length = 0;
  });

  beforeAll(async () => {
    nameServer = createSocket('udp4');
    nameServer.on('message', (query, { port, address }) => {
      const name = nameIn(query);
      asked.push(name);
      if (!name.endsWith('.silent')) nameServer.send(answerTo(query), port, address);
    });
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
    dns.setServers([`127.0.0.1:${nameServer.address().port}`]);
  });

  afterAll(async () => {
    dns.setServers(servers);
    nameServer.close();
    await once(nameServer, 'close');
  });

  it.each([
    ['ink@mail.test', true],
    ['ink@host.test', true],
    ['ink@nowhere.test', false],
  ])('have to take mail: %s %s', async (address, expected) => {
    expect(await isUsable(address)).toBe(expected);
  });

  it('are looked up once each, whatever their case', async () => {
    expect(await areUsable(['ink@mail.test', 'pen@mail.test', 'ink@MAIL.test'])).toBe(true);
    expect(asked).toEqual(['mail.test']);
  });

  it('are looked up a few at a time, for at most two seconds in all', async () => {
    const silent = Array.from({ length: 2_000 }, (_, index) => `ink@${index}.silent`);
    const start = performance.now();
    expect(await areUsable(silent)).toBe(true);
    // The addresses never answer.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(new Set(asked).size).toBe(8);
  });

  it('refuse a line with one that does not accept mail, even if others do not answer', async () => {
    expect(await areUsable(['ink@a.silent', 'ink@nowhere.test', 'ink@b.silent'])).toBe(false);
  });
});

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX' };
const RECORDS: Readonly<Record<string, Buffer>> = {
  'mail.test MX': Buffer.from([0, 10, 4, ...Buffer.from('mail'), 4, ...Buffer.from('test'), 0]),
  'host.test A': Buffer.from([127, 0, 0, 1]),
};

function nameIn(query: Buffer): string {
  const labels = query.subarray(13, query.indexOf(0, 12)).toString('latin1');
  return labels.replaceAll(/[\x01-\x1f]/g, '.');
}

/** A reply of a name server that knows two domains. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12);
  const record = RECORDS[`${nameIn(query)} ${TYPES[query.readUInt16BE(end + 1)] ?? ''}`];
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(record === undefined ? 0x81_83 : 0x81_80, 2);
  head.writeUInt16BE(record === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  const question = query.subarray(12, end + 5);
  if (record === undefined) return Buffer.concat([head, question]);
  // The name as in the question; type and class; seconds to live; length.
  const resource = Buffer.alloc(12);
  resource.writeUInt16BE(0xc0_0c, 0);
  query.copy(resource, 2, end + 1, end + 5);
  resource.writeUInt32BE(60, 6);
  resource.writeUInt16BE(record.length, 10);
  return Buffer.concat([head, question, resource, record]);
}
