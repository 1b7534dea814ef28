import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadWebService, type WebService } from '@ticketgate/definition';
import type { Operation } from '@ticketgate/sdk';

import { isProportional } from '../../../test/support/processor-time.js';
import { writeOpenApi } from '../src/index.js';
import { roomOperations } from './support/room-operations.js';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'openapi');

function load(text: string): WebService {
  const { webService, diagnostics } = loadWebService(text);
  if (webService === undefined) throw new Error(JSON.stringify(diagnostics));
  return webService;
}

/** So many operations, half of them with a path parameter, some with a mapping. */
function manyOperations(count: number): WebService {
  const numbers = Array.from({ length: count }, (_, place) => String(place).padStart(4, '0'));
  const mapping = `MappingInbound: { Type: Simple, Config: { KeyMapExact: { Raum: Room }, KeyMapDefault: { MapType: Keep, MapTo: '' }, ValueMapDefault: { MapType: Keep, MapTo: '' } } }`;
  const entries = numbers.map((number) =>
    Number(number) % 5 === 0
      ? `op${number}: { Type: 'Rooms::RoomBook', ${mapping} }`
      : `op${number}: { Type: 'Rooms::RoomGet' }`,
  );
  const routes = numbers.map((number) => `op${number}: { Route: '/r${number}/:Room', RequestMethod: [GET, POST] }`);
  return load(`Debugger: { DebugThreshold: error }
Provider:
  Operation: { ${entries.join(', ')} }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { ${routes.join(', ')} } } }
`);
}

describe('the document of a service', () => {
  // After a change: TICKETGATE_WRITE_FIXTURES=1 npm test -- packages/describe, and read what has become of them.
  it.each(['mappings', 'forced', 'two-routes'])('is the one that was read before: %s', (name) => {
    const webService = load(readFileSync(join(FOLDER, `${name}.yml`), 'utf8'));
    const document = writeOpenApi({ name, webService }, roomOperations);
    const file = join(FOLDER, `${name}.json`);
    if (process.env.TICKETGATE_WRITE_FIXTURES === '1') writeFileSync(file, JSON.stringify(document, undefined, 2));
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('of 500 operations is the one that was read before', () => {
    const document = writeOpenApi({ name: 'many', webService: manyOperations(500) }, roomOperations);
    expect(Object.keys(document.paths)).toHaveLength(500);
    // Operations of one type share their schemas, and so do the hundred behind the same mapping.
    expect(Object.keys(document.components.schemas)).toEqual([
      'Error',
      'RoomBookAnswer',
      'op0000Request',
      'RoomGetAnswer',
      'op0001Request',
    ]);
    expect(createHash('sha256').update(JSON.stringify(document)).digest('hex')).toMatchInlineSnapshot(
      `"e8b4c59b847be4b876cbc41f96e7ce4b0aebade87d319db9221ba18dfe5e746c"`,
    );
  });

  it.each([['flat'], ['envelope']])('describes the bytes that an operation answers, answers %s', (answer) => {
    const room = roomOperations.get('Rooms::RoomGet');
    if (room === undefined) throw new Error('There is no room.');
    const plan: Operation = { ...room, output: { type: 'string', contentMediaType: 'image/png' } };
    const webService = load(`Debugger: { DebugThreshold: error }
Gateway: { Answer: ${answer} }
Provider:
  Operation: { Plan: { Type: 'Rooms::RoomGet' } }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { Plan: { Route: /plan } } } }
`);
    const document = writeOpenApi({ name: 'plans', webService }, new Map([[room.type, plan]]));
    expect(JSON.stringify(document.paths)).toContain(
      '"content":{"image/png":{"schema":{"type":"string","format":"binary"}}',
    );
  });

  it('takes time in proportion to its operations', () => {
    const services = new Map([125, 1000].map((count) => [count, manyOperations(count)]));
    const write = (count: number) => {
      const webService = services.get(count);
      if (webService !== undefined) writeOpenApi({ name: 'many', webService }, roomOperations);
    };
    expect(isProportional(write, 125)).toBe(true);
  });
});
