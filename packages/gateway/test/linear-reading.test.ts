import type { IncomingMessage } from 'node:http';
import { describeMistakes } from '@ticketgate/sdk/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { isProportional } from '../../../test/support/processor-time.js';
import { expandContractForms } from '../src/transports/rest/reading/contract-forms.js';
import { readCharset } from '../src/transports/http/read-body.js';
import { readCredentials } from '../src/transports/http/http-call.js';
import { readFamilyQuery, readQuery } from '../src/transports/rest/reading/read-request.js';
import { percentDecode } from '../src/percent-encoding.js';
import { Router } from '../src/transports/rest/routing/router.js';
import { locateService, makeServiceTable } from '../src/services/service-table.js';

const router = new Router([
  { operation: 'A', route: '/ticket/:TicketID', methods: ['GET'] },
  { operation: 'B', route: '/:Kind/:Name/list/:ID', methods: ['GET'] },
]);
const table = makeServiceTable([]);
const members = (count: number, name: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 'x']));
const cookies = (cookie: string) => {
  // Of a request, only its headers are read.
  const request: unknown = { headers: { cookie, 'content-type': 'application/json' } };
  const rules = { accept: ['Cookie'], cookieName: 'HostSession', origins: [] } as const;
  return readCredentials({}, request as IncomingMessage, rules);
};

const form = {
  type: 'object',
  required: ['a'],
  properties: { b: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
};
const validate = new Ajv2020({ allErrors: true, verbose: true }).compile({
  type: 'array',
  items: { anyOf: [form, { type: 'array', items: form }] },
});
const mistakesOf = (list: readonly unknown[]) => {
  validate(list);
  return validate.errors ?? [];
};

/** What a client decides the size of, and what reads it. */
const SHAPES: readonly (readonly [string, number, (size: number) => unknown])[] = [
  ['parameters of one name', 20_000, (size) => readQuery('a=1&'.repeat(size), Infinity)],
  [
    'parameters of many names',
    1000,
    (size) => readQuery(Object.keys(members(size, (index) => `n${index}=`)).join('&'), Infinity),
  ],
  ['parameters without a value', 20_000, (size) => readQuery('&;='.repeat(size), Infinity)],
  [
    'parameters of one name, as the family reads them',
    20_000,
    (size) => readFamilyQuery('a=1;'.repeat(size), Infinity),
  ],
  [
    'parameters without a value, as the family reads them',
    20_000,
    (size) => readFamilyQuery('&;='.repeat(size), Infinity),
  ],
  ['percent codes', 20_000, (size) => readQuery(`a=${'%C3%A9+'.repeat(size)}`, Infinity)],
  ['broken percent codes', 3000, (size) => percentDecode('%C3%zz%'.repeat(size))],
  ['dotted members', 1000, (size) => expandContractForms(members(size, (index) => `a.b.c${index}`))],
  ['members of Data', 1000, (size) => expandContractForms(members(size, (index) => `Data[a][${index}]`))],
  ['brackets', 20_000, (size) => expandContractForms({ ['['.repeat(size)]: 1, ['a.'.repeat(size)]: 1 })],
  ['segments of a path', 20_000, (size) => router.match('/a'.repeat(size), 'GET')],
  ['one long segment', 20_000, (size) => router.match(`/ticket/${'a'.repeat(size)}/`, 'GET')],
  ['names of services', 1000, (size) => locateService(table, '/Webservice/a?'.repeat(size))],
  ['a long name of a service', 5000, (size) => locateService(table, `/Webservice/${'Webservice'.repeat(size)}`)],
  ['slashes', 50_000, (size) => locateService(table, '/'.repeat(size))],
  ['cookies', 5000, (size) => cookies('a=b; '.repeat(size))],
  ['blanks in cookies', 50_000, (size) => cookies(`;${' '.repeat(size)}x`)],
  ['entries with none of the allowed forms', 200, (size) => describeMistakes(mistakesOf(Array(size).fill({ b: {} })))],
  ['charsets', 20_000, (size) => readCharset(`application/json; ${'charset='.repeat(size)};`)],
  ['blanks after a charset', 20_000, (size) => readCharset(`a/b; charset=x${' '.repeat(size)};`)],
];

describe('reading a request takes time in proportion to its size', () => {
  it.each(SHAPES)('%s', (_name, size, read) => {
    expect(isProportional(read, size)).toBe(true);
  });
});
