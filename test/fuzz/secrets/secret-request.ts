import { SECRET_WORDS } from '@ticketgate/sdk';

import type { Random } from '../random.js';

/** The two halves of every secret: either is a leak. */
const HALVES = ['Zq7Kp2Mx8', 'Wv9Rt4Ny3'] as const;
const JOINTS = ['', ' ', ';', ',', ':', '=', "'", '"', '\\', '/', '<', ']', '}', '\t', 'ä', '%', '+'];
const SERVICES = ['Debugged', 'Mapped', 'Quiet', 'Compatible', 'Enveloped'];
const NAMES = [...SECRET_WORDS, 'SessionID', 'NewPassword', 'X-API-Key', 'TwoFactorToken'];

/** A request with a secret in it, in one of the ways that clients and their mistakes have. */
export interface SecretRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What no log, table or answer may have: the halves of the secrets, as they are and as they may be escaped. */
export const TRACES: readonly string[] = HALVES.flatMap((half) => [
  half,
  percent(half),
  unicode(half),
  Buffer.from(half).toString('base64').slice(0, 10),
]).map((text) => text.toLowerCase());

export function makeSecretRequest(random: Random): SecretRequest {
  const name = random.chance(0.5) ? 'Password' : random.pick(NAMES);
  const secret = HALVES.join(random.pick(JOINTS));
  const make = random.pick([inBody, inBody, inBody, inQuery, inHeader]);
  return make(random, name, secret);
}

function inBody(random: Random, name: string, secret: string): SecretRequest {
  const written = writtenName(random, name);
  const body = random.pick(FORMS)(random, written, secret);
  const broken = random.chance(0.6) ? breakText(random, body, written) : body;
  return { method: 'POST', path: pathOf(random), headers: { 'Content-Type': random.pick(TYPES) }, body: broken };
}

function inQuery(random: Random, name: string, secret: string): SecretRequest {
  const value = random.chance(0.3) ? percent(secret) : encodeURIComponent(secret).replaceAll('%3B', ';');
  const query = random.pick([
    `Title=x&${queryName(random, name)}=${value}`,
    `${queryName(random, name)}=${value}&Limit=5`,
  ]);
  const body = random.chance(0.5) ? '{"Title": "x"' : '';
  return { method: random.pick(['GET', 'POST']), path: `${pathOf(random)}?${query}`, headers: {}, body };
}

function inHeader(random: Random, name: string, secret: string): SecretRequest {
  const value = secret.replace(/[^\x20-\x7e]/g, '-');
  const header = random.pick(['X-OTRS-Header-Password', 'Authorization', 'X-API-Key', `X-My-${name}`, 'Cookie']);
  const text = header === 'Cookie' ? `a=b; OTOBOAgentInterface=${value}; c=d` : value;
  return { method: 'POST', path: pathOf(random), headers: { [header]: text }, body: random.pick(['{}', '{', '[]']) };
}

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
];

function pathOf(random: Random): string {
  return `/Webservice/${random.pick(SERVICES)}${random.pick(['/Session', '/Ticket', '/ticket-get', '/nowhere', '/x/y'])}`;
}

type Form = (random: Random, name: string, secret: string) => string;

const json: Form = (random, name, secret) => {
  // The name may be written with escapes of JSON, which must not be escaped again.
  const text = JSON.stringify(
    { Ticket: { Title: 'Ink' }, UserLogin: 'bea', NAME: secret, Limit: '5' },
    undefined,
    random.below(3),
  );
  return text.replace('NAME', name);
};
const pair: Form = (_random, name, secret) =>
  JSON.stringify({ List: [{ Key: 'NAME', Value: secret }] }).replace('NAME', name);
const nested: Form = (_random, name, secret) => `{"Ticket": {"Account": {"${name}": [${JSON.stringify(secret)}, 5]}}}`;
const twice: Form = (random, name, secret) => JSON.stringify({ Title: 'x', Data: json(random, name, secret) });
const thrice: Form = (random, name, secret) => JSON.stringify({ Data: twice(random, name, secret) });
const quoted: Form = (random, name, secret) => JSON.stringify(json(random, name, secret));
const form: Form = (random, name, secret) => {
  const value = encodeURIComponent(secret).replaceAll('%3B', ';');
  return `Title=x&${random.chance(0.3) ? `Data%5B${name}%5D` : name}=${value}&Limit=5`;
};
const inner: Form = (random, name, secret) => JSON.stringify({ Title: 'x', Note: form(random, name, secret) });
const multipart: Form = (_random, name, secret) =>
  `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${secret}\r\n--limit--\r\n`;
const xml: Form = (_random, name, secret) => `<a><${name}>${secret}</${name}></a>`;
const yaml: Form = (_random, name, secret) => `Title: x\n${name}: |\n  ${secret}\nLimit: 5\n`;
const FORMS: readonly Form[] = [
  json,
  json,
  json,
  pair,
  nested,
  twice,
  thrice,
  quoted,
  form,
  inner,
  multipart,
  xml,
  yaml,
];

/** The name as JSON, a form or a browser may write it. */
function writtenName(random: Random, name: string): string {
  const at = random.below(name.length);
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
  return random.pick([
    name,
    name,
    name.toUpperCase(),
    name.toLowerCase(),
    `${before}${unicode(letter)}${after}`,
    unicode(name),
    `${before}${percent(letter)}${after}`,
    ` ${name} `,
    `${name}\\u0000`,
    `${before}\\u0000${letter}${after}`,
    `User${name}`,
    `${before}\\n${letter}${after}`,
  ]);
}

function queryName(random: Random, name: string): string {
  const at = random.below(name.length);
  const encoded = `${name.slice(0, at)}${percent(name.charAt(at))}${name.slice(at + 1)}`;
  return random.pick([name, encoded, percent(name), encoded.replaceAll('%', '%25'), `Data.${name}`, `Data[${name}]`]);
}

/** Small damage anywhere but in names and secrets. */
function breakText(random: Random, text: string, name: string): string {
  const at = random.below(text.length + 1);
  const start = text.indexOf(name);
  const isFree = start >= 0 && (at < start || at > start + name.length) && !/[0-9A-Za-z]/.test(text.charAt(at));
  return random.pick([
    `${text}, bad`,
    `${text}]`,
    `{${text}`,
    text.slice(0, -1),
    isFree ? text.slice(0, at) + text.slice(at + 1) : `${text} `,
    isFree ? text.slice(0, at) + random.pick(Array.from('{}[]",:;=&\\\n \0')) + text.slice(at) : text.trimEnd(),
    `${text}${text}`,
  ]);
}

function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function unicode(text: string): string {
  return Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
