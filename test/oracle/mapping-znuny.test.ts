import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isData, type Data } from '@ticketgate/sdk';

import { startGateway, type GatewayHarness } from '../../packages/gateway/test/gateway-harness.js';
import { previewMapping } from '../../packages/gateway/src/mapping/preview-mapping.js';
import { readMapping } from '../../packages/definition/src/mapping/read-mapping.js';
import { test } from '../../packages/accounts/src/session-plugin/index.js';

const RECORDED = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle', 'znuny-more');
const isThere = existsSync(RECORDED);
if (!isThere)
  process.stderr.write('skipped: the recorded mappings of Znuny (../shared/oracle/znuny-more) are not here\n');

interface RecordedCall {
  readonly id: string;
  readonly mapping: string;
  readonly config: unknown;
  readonly data: unknown;
  readonly result: { readonly Data?: unknown; readonly new?: { readonly ErrorMessage: string } };
}

describe('the mappings of Znuny', () => {
  (isThere ? it.each : it.skip.each)([
    ['Znuny', 'mapping-znuny.jsonl', 50],
    ['XSLT', 'mapping-xslt.jsonl', 10],
  ])('map as a Znuny 6.5 has done in the recorded calls: %s', async (_type, file, least) => {
    const calls = readFileSync(join(RECORDED, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedCall);
    const differences: string[] = [];
    for (const { id, mapping, config, data, result } of calls) {
      const definition = readMapping({ Type: mapping, ...(config === null ? {} : { Config: config }) }, 'znuny');
      const ours = await previewMapping(definition, data);
      const isRefused = definition.kind === 'broken';
      const isSame =
        result.new === undefined ? isDeepStrictEqual(JSON.parse(JSON.stringify(ours.result)), result.Data) : isRefused;
      if (!isSame) differences.push(`${id}: ${JSON.stringify(ours)}`);
    }
    expect(calls.length).toBeGreaterThan(least);
    expect(differences).toEqual([]);
  });
});

const KEEP = { KeyMapDefault: { MapType: 'Keep' }, ValueMapDefault: { MapType: 'Keep' } };

async function mapped(type: string, config: Data | undefined, data: unknown): Promise<unknown> {
  const { result, error } = await previewMapping(
    readMapping({ Type: type, ...(config && { Config: config }) }, 'znuny'),
    data,
  );
  return error ?? result;
}

describe('the rules of Mapping Znuny', () => {
  it('rename a member wherever it stands, and by its path where they have one', async () => {
    const config = { ...KEEP, KeyMapExact: { a: 'x', 'p.a': 'y' } };
    await expect(mapped('Znuny', config, { a: 1, p: { a: 2, q: [{ a: 3 }] } })).resolves.toEqual({
      x: 1,
      p: { y: 2, q: [{ y: 3 }] },
    });
  });

  it('join the values of two members that get one name', async () => {
    const config = { ...KEEP, KeyMapExact: { a: 'Body', b: 'Body' } };
    await expect(mapped('Znuny', config, { a: 'one', b: 'two' })).resolves.toEqual({ Body: 'one\ntwo' });
  });

  it('look up the parts of a list', async () => {
    const config = { ...KEEP, ListSeparator: { a: '\\s*;\\s*' }, ValueMap: { a: { ValueMapExact: { y: 'Yes' } } } };
    await expect(mapped('Znuny', config, { a: 'x ; y' })).resolves.toEqual({ a: 'Yes' });
    await expect(mapped('Znuny', config, { a: 'x ; z' })).resolves.toEqual({ a: 'x ; z' });
  });

  it('take names that objects have already as they take others, and no name behind the last comma', async () => {
    const config = { ...KEEP, KeyMapExact: { a: 'b,', toString: 'valueOf' } };
    const data = { a: '1', constructor: '2', toString: '3' };
    await expect(mapped('Znuny', config, data)).resolves.toEqual({ b: '1', constructor: '2', valueOf: '3' });
  });

  it('compare no empty part behind the last separator', async () => {
    const config = { ...KEEP, ListSeparator: { a: ';' }, ValueMap: { a: { ValueMapRegEx: { 'x(.)': '$1' } } } };
    await expect(mapped('Znuny', config, { a: 'x2;' })).resolves.toEqual({ a: '2' });
  });

  it('end with an error when they would compare without end', async () => {
    const config = { ...KEEP, ListSeparator: { a: ';' }, ValueMap: { a: { ValueMapExact: { y: 'Yes' } } } };
    await expect(mapped('Znuny', config, { a: ';'.repeat(20_000) })).resolves.toMatch(/characters to compare/);
  });
});

describe('Mapping XSLT with KeepAttributes', () => {
  const read = (content: string, profile: 'otobo' | 'contract' = 'contract') => {
    const template = `<R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</R>`;
    const config = { Template: template, KeepAttributes: '1', ForceArray: 'l x:l' };
    return previewMapping(readMapping({ Type: 'XSLT', Config: config }, profile), { n: '1' });
  };

  it.each([
    ['<a n="1"><n>2</n></a>', { a: { n: ['1', { content: '2' }] } }],
    ['<a content="1">2</a>', { a: { content: ['1', '2'] } }],
    ['<a n="1"/><l m="2"/>', { a: { n: '1' }, l: [{ m: '2' }] }],
    ['<a xml:lang="de">x</a>', { a: { 'xml:lang': 'de', content: 'x' } }],
    ['t', { content: 't' }],
    ['<a l="1">&lt;&quot;</a>', { a: { l: '1', content: '<"' } }],
  ])('reads %s', async (content, result) => {
    await expect(read(content)).resolves.toMatchObject({ result, error: null });
  });

  it('does nothing in the profile otobo', async () => {
    await expect(read('<a n="1">t</a>', 'otobo')).resolves.toMatchObject({ result: { a: 't' } });
  });
});

describe('Mapping OutOfOffice', () => {
  const read = (text: unknown) => mapped('OutOfOffice', undefined, { OutOfOfficeEntriesCSVString: text, Other: 1 });

  it('adds the rows of its text as entries', async () => {
    const text =
      '# who is away\r\nUserLogin,StartTime,EndTime,OutOfOffice,Note\r\nanna,24.12.2026 00:00:00,"31.12.2026 23:59:59",yes,x\r\nbob\r\n\r\n';
    await expect(read(text)).resolves.toEqual({
      OutOfOfficeEntriesCSVString: text,
      Other: 1,
      OutOfOfficeEntries: [
        { UserLogin: 'anna', StartDate: '2026-12-24', EndDate: '2026-12-31', OutOfOffice: 1 },
        { UserLogin: 'bob' },
      ],
    });
  });

  it.each([
    [undefined, 'Parameter OutOfOfficeEntriesCSVString is missing.'],
    ['', 'Parameter OutOfOfficeEntriesCSVString is missing.'],
    ['# only this', 'Error while parsing CSV string of parameter OutOfOfficeEntriesCSVString.'],
    ['UserLogin', 'CSV in parameter OutOfOfficeEntriesCSVString does not contain any entries.'],
    [['UserLogin', 'anna'], 'CSV in parameter OutOfOfficeEntriesCSVString does not contain any entries.'],
    ['UserLogin\n"anna', 'CSV in parameter OutOfOfficeEntriesCSVString does not contain any entries.'],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).resolves.toBe(message);
  });
});

describe('a web service with Mapping Znuny', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([test]);
  });

  afterAll(() => harness.close());

  it('maps requests and adds fixed values to answers', async () => {
    const inbound = { Type: 'Znuny', Config: { ...KEEP, KeyMapExact: { 'T.a': 'b' } } };
    const outbound = { Type: 'Znuny', Config: { ...KEEP, StaticValue: { s: ['v'] } } };
    const operation = { Type: 'Test::Test', MappingInbound: inbound, MappingOutbound: outbound };
    const config = { RouteOperationMapping: { Op: { Route: '/t' } } };
    const provider = { Operation: { Op: operation }, Transport: { Type: 'HTTP::REST', Config: config } };
    harness.publish({ T: JSON.stringify({ Debugger: { DebugThreshold: 'debug' }, Provider: provider }) });
    const { text } = await harness.call('/Webservice/T/t', { method: 'POST', body: '{"T":{"a":1},"n":null}' });
    const answer: unknown = JSON.parse(text);
    expect(isData(answer) && { T: answer.T, s: answer.s, hasNull: 'n' in answer }).toEqual({
      T: { b: 1 },
      s: ['v'],
      hasNull: false,
    });
  });
});
