import fc from 'fast-check';

import { isProportional } from '../../../test/support/processor-time.js';
import { JsonScanner } from '../src/transports/rest/reading/json-scanner.js';
import { parseJsonBytes } from '../src/transports/rest/reading/parse-json-bytes.js';
import { parseJsonExactly } from '../src/json/parse-json.js';

const WIDE = { nodes: 1e9, keys: 1e9, keyLength: 1e9, depth: 512 };

/** Values, members and depth of what JSON became. */
function measure(value: unknown): { nodes: number; keys: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { nodes: 1, keys: 0, depth: 0 };
  const inner = Object.values(value).map(measure);
  const keys = Array.isArray(value) ? 0 : inner.length;
  return {
    nodes: inner.reduce((sum, each) => sum + each.nodes, 1),
    keys: inner.reduce((sum, each) => sum + each.keys, keys),
    depth: Math.max(0, ...inner.map(({ depth }) => depth)) + 1,
  };
}

function scan(text: string, limits: Partial<typeof WIDE>, size = 7): string {
  const scanner = new JsonScanner({ ...WIDE, ...limits });
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += size) scanner.add(bytes.subarray(at, at + size));
    scanner.finish();
    return 'fine';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** JSON with all kinds of texts, however it is spaced. */
const jsons = fc
  .tuple(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), fc.constantFrom('', ' ', '\n\t'))
  .map(([value, space]) => JSON.stringify({ 'a"\\': value }, undefined, space));

describe('the scanner of JSON', () => {
  it('counts values, members and depth exactly, in whatever parts the bytes come', () => {
    fc.assert(
      fc.property(jsons, fc.integer({ min: 1, max: 50 }), (text, size) => {
        const { nodes, keys, depth } = measure(JSON.parse(text));
        expect(scan(text, { nodes, keys, depth }, size)).toBe('fine');
        expect(scan(text, { nodes: nodes - 1 }, size)).toBe('Gateway.BodyTooComplex');
        expect(scan(text, { keys: keys - 1 }, size)).toBe('Gateway.BodyTooComplex');
        expect(scan(text, { depth: depth - 1 }, size)).toBe('Gateway.MalformedBody');
      }),
    );
  });

  it('measures names, and numbers, in bytes', () => {
    const text = `{ "${'é'.repeat(50)}" : 12345678901234567890 }`;
    expect([scan(text, { keyLength: 100 }), scan(text, { keyLength: 99 })]).toEqual(['fine', 'Gateway.BodyTooComplex']);
    expect(scan('{"a":12345678901234567890}', { keyLength: 19 })).toBe('Gateway.BodyTooComplex');
    expect(scan(`{"a":"${'x'.repeat(500)}"}`, { keyLength: 19 })).toBe('fine');
  });

  it.each([
    ['empty objects', '{},'],
    ['members', '"a":1,'],
    ['escaped quotes', String.raw`\"`],
    ['backslashes', String.raw`\\`],
    ['quotes', '"'],
  ])('looks at each byte a bounded number of times: %s', (_name, unit) => {
    const scan = (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += 65_536) {
        new JsonScanner(WIDE).add(bytes.subarray(at, at + 65_536));
      }
    };
    expect(isProportional((count) => scan(Buffer.from(`{"a":["${unit.repeat(count)}`)), 100_000)).toBe(true);
  });
});

describe('parsing bytes', () => {
  /** More than is decoded at once. */
  const large = (text: string) => Buffer.from(text + ' '.repeat(4_000_000));

  it('gives the same result as parsing a text, however long it takes to decode', async () => {
    const run = fc.asyncProperty(jsons, async (text) => {
      expect(await parseJsonBytes(large(text))).toEqual(parseJsonExactly(text));
    });
    await fc.assert(run, { numRuns: 20 });
  });

  it('keeps integers that JavaScript would round, and members of any name', async () => {
    const text = '{"a":12345678901234567890,"b":1234567890123456,"__proto__":{"c":1},"a":12345678901234567891}';
    for (const bytes of [Buffer.from(text), large(text)]) {
      const value = await parseJsonBytes(bytes);
      expect(JSON.stringify(value)).toBe('{"a":"12345678901234567891","b":1234567890123456,"__proto__":{"c":1}}');
    }
  });

  it.each([
    ['base64', 'QUJD'],
    ['two bytes and four', 'é€😀'],
    ['escapes', String.raw`\n\\\"\ud83d\ude00`],
  ])('reads texts of a megabyte of %s', async (_name, unit) => {
    const text = `{"a":"${unit.repeat(1_200_000)}","b":1}`;
    expect(await parseJsonBytes(Buffer.from(text))).toEqual(JSON.parse(text));
  });

  it('puts long texts back where they were, whatever they are named or look like', async () => {
    const [long, name] = ['é"\\'.repeat(600), 'n'.repeat(1_500)];
    const value = { [name]: long, list: [long, 'short', { [name]: [long] }], __proto__: 1, text: `${long}:` };
    expect(await parseJsonBytes(large(JSON.stringify(value, undefined, 1)))).toEqual(value);
    const own = `{"__proto__":"${'x'.repeat(2_000)}"}`;
    expect(JSON.stringify(await parseJsonBytes(large(own)))).toBe(own);
    expect(await parseJsonBytes(large(`["${'x'.repeat(2_000)}" "${'y'.repeat(2_000)}"]`))).toBeUndefined();
    expect(await parseJsonBytes(large(`["${'x'.repeat(2_000)}\\q"]`))).toBeUndefined();
  });

  it.each<[string, () => string]>([
    ['a list of long texts', () => JSON.stringify(Array.from({ length: 900 }, () => '1234567 '.repeat(2_500)))],
    ['many blanks', () => `[1,${' '.repeat(12_000_000)}2]`],
    ['long numbers', () => `[${Array.from({ length: 12_000 }, () => '1'.repeat(980)).join(',')}]`],
  ])('lets other work run in between while it reads %s', async (_name, make) => {
    const bytes = Buffer.from(make());
    const stalls: number[] = [];
    while (stalls.length < 5) {
      const start = process.cpuUsage();
      let began = start;
      let longest = 0;
      const measure = () => {
        longest = Math.max(longest, process.cpuUsage(began).user / 1000);
        began = process.cpuUsage();
      };
      const timer = setInterval(measure, 1);
      await parseJsonBytes(bytes);
      clearInterval(timer);
      measure();
      stalls.push(longest / (process.cpuUsage(start).user / 1000));
    }
    // The least of some tries, of the processor: other processes, and collections of garbage, are no work of the parser. A share, since machines differ.
    expect(Math.min(...stalls)).toBeLessThan(0.4);
  });

  it('refuses control characters in long texts, as in short ones', async () => {
    expect(await parseJsonBytes(Buffer.from(`{"a":"${'x'.repeat(5_000_000)}\n"}`))).toBeUndefined();
  });

  it('lets other work run in between', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await parseJsonBytes(Buffer.from(`{"a":"${'é'.repeat(10_000_000)}"}`));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
