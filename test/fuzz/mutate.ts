import type { Random } from './random.js';
import { bytesOf, encode, type Sample } from './sample.js';
import { anyName, anyText, anyValue } from './values.js';

/** Of repeated entries together. */
const MOST_CHARACTERS = 20_000_000;

type Mutation = (random: Random, sample: Sample) => Sample;

/** Changes a request in one to three places. */
export function mutate(random: Random, sample: Sample): Sample {
  let mutated = sample;
  for (let count = 1 + random.below(3); count > 0; count -= 1) mutated = random.pick(MUTATIONS)(random, mutated);
  return mutated;
}

const inData: Mutation = (random, sample) => {
  const value = parse(sample.body);
  if (value === undefined) return inBytes(random, sample);
  return { ...sample, body: bytesOf(JSON.stringify(changeWithin(random, value))) };
};

function parse(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Goes down to a member or entry and replaces, removes, adds or repeats it. */
function changeWithin(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return anyValue(random);
  return Array.isArray(value) ? changeList(random, value as readonly unknown[]) : changeMember(random, value);
}

function changeMember(random: Random, value: object): object {
  const entries = Object.entries(value) as readonly (readonly [string, unknown])[];
  const added = { ...value, [anyName(random)]: anyValue(random) };
  if (entries.length === 0) return added;
  const [name, inner] = random.pick(entries);
  // Without credentials nothing else is reached.
  if (/Session|Login|Password/.test(name) && random.chance(0.95)) return added;
  const others = Object.fromEntries(entries.filter(([other]) => other !== name));
  switch (random.below(10)) {
    case 0:
      return others;
    case 1:
      return { ...others, [anyName(random)]: inner };
    case 2:
      return { ...value, [name]: [inner, inner] };
    case 3:
      return added;
    default:
      return { ...value, [name]: changeWithin(random, inner) };
  }
}

function changeList(random: Random, list: readonly unknown[]): unknown {
  if (list.length === 0 || random.chance(0.2)) return [...list, anyValue(random)];
  const at = random.below(list.length);
  if (random.chance(0.05)) return Array.from({ length: copiesOf(list[at]) }, () => list[at]);
  return list.map((each, index) => (index === at ? changeWithin(random, each) : each));
}

/** Many, yet no more characters than a server should have to refuse. */
function copiesOf(entry: unknown): number {
  return Math.min(300, Math.ceil(MOST_CHARACTERS / JSON.stringify(entry).length));
}

const inBytes: Mutation = (random, sample) => {
  const body = sample.body ?? '';
  const at = random.below(body.length + 1);
  const piece = random.pick(['', '\0', '\xff', '"', '{', '}', ',', '\\', '\xc3', bytesOf(anyText(random))]);
  return { ...sample, body: body.slice(0, at) + piece + body.slice(at + random.below(4)) };
};

const inURL: Mutation = (random, sample) => {
  const at = sample.url.indexOf('/', 1) + random.below(sample.url.length);
  const piece = encode(anyText(random).slice(0, 2000));
  const changed =
    sample.url.slice(0, at) +
    random.pick(['/', '%', '?', '&', '=', ';', '//', '%00', '..', piece]) +
    sample.url.slice(at);
  return { ...sample, url: changed.slice(0, 30_000) };
};

const inQuery: Mutation = (random, sample) => {
  const times = random.chance(0.05) ? 300 : 1;
  const pair = `${encode(anyName(random))}=${encode(anyText(random))}`.slice(0, 3000);
  const added = Array.from({ length: times }, () => pair.slice(0, times > 1 ? 60 : undefined)).join('&');
  return { ...sample, url: `${sample.url}${sample.url.includes('?') ? '&' : '?'}${added}` };
};

const inMethod: Mutation = (random, sample) => ({
  ...sample,
  method: random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']),
});

const HEADERS = [
  'Content-Type',
  'Cookie',
  'Idempotency-Key',
  'X-Forwarded-For',
  'X-API-Key',
  'Origin',
  'Accept',
  'X-OTRS-Header-SessionID',
  'X-OTRS-Header-UserLogin',
  'User-Agent',
  'Authorization',
  'X-Forwarded-Proto',
  'Access-Control-Request-Headers',
  'Expect-Nothing',
];
const HEADER_VALUES = [
  'application/json',
  'application/json; charset=utf-16le',
  'text/plain; charset=latin1',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'charset=',
  'a=b; c=d',
  '1.2.3.4:5678, ::1, unknown',
  '*',
  'https://example.org',
  'null',
  '0',
];

const inHeaders: Mutation = (random, sample) => {
  const value = random.chance(0.6)
    ? random.pick(HEADER_VALUES)
    : anyText(random)
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, 8000);
  return { ...sample, headers: { ...sample.headers, [random.pick(HEADERS)]: value } };
};

const MUTATIONS: readonly Mutation[] = [
  inData,
  inData,
  inData,
  inData,
  inBytes,
  inURL,
  inQuery,
  inQuery,
  inMethod,
  inHeaders,
];
