import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ROOT } from '../../support/root.js';

/** The web services that are measured. JSON, which is YAML too. */
export function benchServices(): Readonly<Record<string, string>> {
  return {
    Bench: service({}),
    BenchSoap: service({ transport: SOAP }),
    BenchDebug: service({ threshold: 'debug' }),
    BenchFailures: service({ gateway: { Debugger: { Failures: true } } }),
    BenchMapped: service({ mapping: MAPPING }),
    BenchMany: service({ extraOperations: 500 - Object.keys(OPERATIONS).length }),
  };
}

/** The services that come with the product. */
export function shippedServices(): Readonly<Record<string, string>> {
  const folder = join(ROOT, 'config/webservices');
  return Object.fromEntries(
    readdirSync(folder).map((file) => [basename(file, '.yml'), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** `count` services that are only there, for the time that a start takes. */
export function manyServices(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`Extra${index}`, service({})]));
}

/** A definition of so many lines, as people write them. */
export function longService(lines: number): string {
  const names = Array.from({ length: Math.floor((lines - 12) / 6) }, (_name, index) => `TicketGet${index}`);
  return [
    'Debugger:',
    '  DebugThreshold: error',
    'Provider:',
    '  Operation:',
    ...names.flatMap((name) => [`    ${name}:`, '      Type: Ticket::TicketGet', '      Description: Reads a ticket.']),
    '  Transport:',
    '    Type: HTTP::REST',
    '    Config:',
    "      MaxLength: '1000000'",
    '      RouteOperationMapping:',
    ...names.flatMap((name) => [
      `        ${name}:`,
      '          RequestMethod: [GET]',
      `          Route: /${name}/:TicketID`,
    ]),
    '',
  ].join('\n');
}

interface Variation {
  readonly threshold?: 'error' | 'debug';
  /** Further members of `Gateway`. */
  readonly gateway?: object;
  readonly mapping?: object;
  /** By default HTTP::REST, with a route for each operation. */
  readonly transport?: object;
  /** Operations beside the usual ones, with routes before theirs. */
  readonly extraOperations?: number;
}

const OPERATIONS = {
  SessionCreate: ['Session::SessionCreate', '/Session', 'POST'],
  SessionGet: ['Session::SessionGet', '/Session/:SessionID', 'GET'],
  TicketCreate: ['Ticket::TicketCreate', '/Ticket', 'POST'],
  TicketGet: ['Ticket::TicketGet', '/Ticket/:TicketID', 'GET'],
  TicketSearch: ['Ticket::TicketSearch', '/TicketSearch', 'POST'],
  TicketList: ['Ticket::TicketList', '/TicketList', 'POST'],
  TicketUpdate: ['Ticket::TicketUpdate', '/Ticket/:TicketID', 'PATCH'],
  TicketHistoryGet: ['Ticket::TicketHistoryGet', '/TicketHistory/:TicketID', 'GET'],
  QueueList: ['Catalogue::QueueList', '/Queue', 'GET'],
} as const;

/** Renames, rewrites by pattern and keeps the rest: a bit of everything that Mapping Simple can. */
const MAPPING = {
  Type: 'Simple',
  Config: {
    KeyMapDefault: { MapType: 'Keep', MapTo: '' },
    KeyMapExact: { WithArticles: 'AllArticles', Subject: 'Title' },
    KeyMapRegEx: { '^Ignored(.+)': 'Ignored' },
    ValueMapDefault: { MapType: 'Keep', MapTo: '' },
    ValueMap: { AllArticles: { ValueMapExact: { yes: '1' }, ValueMapRegEx: { '^y': '1' } } },
  },
};

const SOAP = {
  Type: 'HTTP::SOAP',
  Config: { NameSpace: 'urn:bench', KeepAlive: '1', MaxLength: '100000000', SOAPAction: 'No' },
};

function service({ threshold = 'error', gateway = {}, mapping, transport, extraOperations = 0 }: Variation): string {
  const entries = [...extra(extraOperations), ...Object.entries(OPERATIONS)];
  const mappings = mapping === undefined ? {} : { MappingInbound: mapping, MappingOutbound: mapping };
  return JSON.stringify({
    Debugger: { DebugThreshold: threshold, TestMode: '0' },
    FrameworkVersion: '11.0.x',
    Gateway: { Authentication: { Accept: ['SessionID', 'UserLogin', 'ApiKey'] }, ...gateway },
    Provider: {
      Operation: Object.fromEntries(entries.map(([name, [type]]) => [name, { Type: type, ...mappings }])),
      Transport: transport ?? rest(entries),
    },
  });
}

function rest(entries: readonly (readonly [string, readonly [string, string, string]])[]): object {
  const routes = entries.map(([name, [, route, method]]) => [name, { Route: route, RequestMethod: [method] }] as const);
  const Config = { KeepAlive: '1', MaxLength: '100000000', RouteOperationMapping: Object.fromEntries(routes) };
  return { Type: 'HTTP::REST', Config };
}

function extra(count: number): readonly (readonly [string, readonly [string, string, string]])[] {
  return Array.from({ length: count }, (_, index) => [
    `Extra${index}`,
    ['Ticket::TicketGet', `/Extra${index}/:TicketID`, 'GET'],
  ]);
}
