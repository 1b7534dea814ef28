import type { Random } from './random.js';
import type { RawSample } from './sample.js';

const PATH = '/Webservice/TicketService/TicketCreate';
const LINES = [
  `POST ${PATH} HTTP/1.1`,
  `GET ${PATH}`,
  `GET  ${PATH}  HTTP/1.1`,
  'GET http://a/healthz HTTP/1.1',
  'GET * HTTP/1.1',
  `POST ${PATH} HTTP/9.9`,
  'PRI * HTTP/2.0',
  '\0\0\0',
  `GET ${PATH}?${'a=1&'.repeat(9000)} HTTP/1.1`,
  `CONNECT a:1 HTTP/1.1`,
  'GET http://[::1/ HTTP/1.1',
  'GET //// HTTP/1.1',
  'G\xc3T / HTTP/1.1',
];
const FIELDS = [
  'Host: a',
  'Host: b',
  'Content-Length: 5',
  'Content-Length: 6',
  'Content-Length: -1',
  'Content-Length: 99999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x',
  'Expect: 100-continue',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Connection: close',
  ': x',
  'X',
  'X-\0: 1',
  ' folded',
  `Cookie: ${'a=b;'.repeat(5000)}`,
  `X: ${'y'.repeat(70_000)}`,
  'Content-Type: application/json; charset=utf-16',
  'Idempotency-Key: a',
  `X-Forwarded-For: ${'1.2.3.4,'.repeat(5000)}`,
];
const BODIES = [
  '',
  '{"a":1}',
  '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  'ffffffffff\r\n',
  '-1\r\n',
  '5;x=y\r\nabcde\r\n0\r\nX: y\r\n\r\n',
  '\0'.repeat(100),
  '[['.repeat(400),
];

/** Something that a socket gets, which is HTTP more or less. */
export function rawSample(random: Random): RawSample {
  const fields = Array.from({ length: random.below(6) }, () => random.pick(FIELDS));
  const ending = random.pick(['\r\n', '\r\n', '\r\n', '\n', '\r']);
  const whole = [random.pick(LINES), ...fields, '', random.pick(BODIES)].join(ending);
  const cut = random.chance(0.2) ? random.below(whole.length) : whole.length;
  return { origin: 'raw', bytes: whole.slice(0, cut) };
}
