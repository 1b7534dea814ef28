import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDatabase, type TestDatabase } from '../support/index.js';

import { FuzzServer } from '../fuzz/fuzz-server.js';
import { Watch } from '../fuzz/watch.js';

/** Milliseconds that a document may keep the main thread from everybody else. */
const LONGEST_STALL = 50;

const DEFINITION = `Debugger: { DebugThreshold: error }
Gateway: { Profile: contract, ErrorStatus: http }
Provider:
  Operation: { TicketGet: { Type: 'Ticket::TicketGet' }, TicketCreate: { Type: 'Ticket::TicketCreate' } }
  Transport: { Type: HTTP::SOAP, Config: { NameSpace: 'urn:x', MaxLength: '' } }
`;

const START = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>';
const END = '</e:Body></e:Envelope>';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const within = (content: string) => `${START}<TicketGet>${content}</TicketGet>${END}`;
const DECLARED = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

const REFUSED = 'Gateway.MalformedBody';
const TOO_COMPLEX = 'Gateway.BodyTooComplex';
const UNDERSTOOD = /TicketGet\.\w+/;

// Linux tells what processes cost.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a SOAP service that gets strange XML', () => {
  let database: TestDatabase;
  let server: FuzzServer;
  let folder = '';
  const rows: string[] = [];

  beforeAll(async () => {
    database = await startTestDatabase({ migrations: [] });
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-soap-limits-'));
    writeFileSync(join(folder, 'Soap.yml'), DEFINITION);
    const configuration = `log: { format: json, level: warn }\nwebServices: { folder: ${folder} }\n`;
    server = await FuzzServer.start({ DATABASE_URL: database.url }, configuration);
  }, 120_000);

  afterAll(async () => {
    process.stderr.write(`\n${rows.join('\n')}\n`);
    await server.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function send(body: Buffer | string, type = 'text/xml'): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: { 'Content-Type': type } };
      const call = request(new URL('/Webservice/Soap', server.base), options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => {
          resolve(`${response.statusCode} ${text}`);
        });
      });
      call.once('error', reject);
      call.end(body);
    });
  }

  it.each<[string, () => Buffer | string, string | RegExp]>([
    [
      'an XML bomb',
      () =>
        `<?xml version="1.0"?><!DOCTYPE l [${list(30, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]>${within('&a30;')}`,
      'Gateway.DoctypeRefused',
    ],
    [
      'a document type declaration of 5 MB',
      () => `<!DOCTYPE l [<!ENTITY a "${'a'.repeat(5_000_000)}">]>`,
      'Gateway.DoctypeRefused',
    ],
    ['100,000 nested elements', () => `${START}${'<a>'.repeat(100_000)}`, REFUSED],
    ['a million attributes', () => within(`<a ${list(1_000_000, (at) => `a${at}="1" `)}/>`), REFUSED],
    ['99,000 elements of one name', () => within('<a>1</a>'.repeat(99_000)), UNDERSTOOD],
    ['99,000 elements of an operation', () => within('<TicketID>1</TicketID>'.repeat(99_000)), UNDERSTOOD],
    ['99,000 different names', () => within(list(99_000, (at) => `<n${at}/>`)), TOO_COMPLEX],
    ['19,000 different names', () => within(list(19_000, (at) => `<n${at}/>`)), UNDERSTOOD],
    ['two million elements', () => within('<a/>'.repeat(2_000_000)), TOO_COMPLEX],
    [
      '500 namespaces around 90,000 elements',
      () => within(`${list(400, (at) => `<a xmlns:x${at}="urn:${at}">`)}${'<b/>'.repeat(90_000)}${'</a>'.repeat(400)}`),
      UNDERSTOOD,
    ],
    ['a text of 5 MB', () => within(`<TicketID>${'abcdefg\n'.repeat(600_000)}</TicketID>`), UNDERSTOOD],
    ['a million entities', () => within(`<TicketID>${'&amp;'.repeat(1_000_000)}</TicketID>`), UNDERSTOOD],
    ['a million comments', () => within('<!---->'.repeat(1_000_000)), TOO_COMPLEX],
    ['an attribute of 9 MB of line ends', () => within(`<a b="${'\n'.repeat(9_000_000)}"/>`), REFUSED],
    [
      'a type of 9 MB of colons',
      () => within(`<a x:type="${':'.repeat(9_000_000)}" xmlns:x="${INSTANCE}"/>`),
      UNDERSTOOD,
    ],
    ['a name of 5 MB', () => within(`<${'a'.repeat(5_000_000)}/>`), REFUSED],
    [
      'bytes that are not UTF-8',
      () => Buffer.concat([Buffer.from(START), Buffer.from([0xff]), Buffer.from(END)]),
      REFUSED,
    ],
    ['Latin-1 that claims to be UTF-16', () => `${DECLARED('utf-16')}${within('')}`, REFUSED],
    ['an unknown encoding', () => `${DECLARED('klingon')}${within('')}`, REFUSED],
    [
      'a byte order mark of UTF-16 in front of UTF-8',
      () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(within(''))]),
      REFUSED,
    ],
    [
      'UTF-16 with its mark',
      () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(within(''), 'utf16le')]),
      UNDERSTOOD,
    ],
    ['half a document', () => within('<a>1</a>'.repeat(50_000)).slice(0, 200_000), REFUSED],
    ['half a character', () => Buffer.from(within('ä')).subarray(0, START.length + 12), REFUSED],
  ])('answers %s at once, and keeps serving others', async (name, make, expected) => {
    const body = make();
    const watch = new Watch(server, () => []);
    const began = performance.now();
    const answer = await send(body);
    const milliseconds = Math.round(performance.now() - began);
    await watch.stop();
    rows.push(
      `| ${name} | ${Buffer.byteLength(body)} bytes | ${milliseconds} ms | ${watch.worst.milliseconds} ms | ${answer.slice(0, 3)} |`,
    );
    expect(answer).toMatch(expected instanceof RegExp ? expected : new RegExp(`<ErrorCode>${expected}</ErrorCode>`));
    expect(watch.worst.milliseconds).toBeLessThanOrEqual(LONGEST_STALL);
  });
});
