import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { OperationRegistry } from '@ticketgate/gateway';
import { defineFamilyOperation, type Operation } from '@ticketgate/sdk';

import {
  echo,
  LIMITS,
  service,
  startGateway,
  type Call,
  type GatewayHarness,
} from '../../packages/gateway/test/gateway-harness.js';
import { ByteLimit } from '../../packages/gateway/src/byte-limit.js';
import { readBody } from '../../packages/gateway/src/transports/http/read-body.js';

const CONTRACT = 'Profile: contract, ErrorStatus: http';

/** Waits until nobody waits for it any more. */
const linger = defineFamilyOperation({
  type: 'Test::Linger',
  summary: 'Takes as long as it may.',
  effect: 'reads',
  input: { type: 'object' },
  run: (_input, { request: { signal } }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({});
      });
    }),
});

const LINGERING = `
Debugger: { DebugThreshold: error }
Gateway: { ${CONTRACT}, Transport: { Timeout: 1 } }
Provider:
  Operation: { Linger: { Type: 'Test::Linger' } }
  Transport: { Type: HTTP::REST, Config: { RouteOperationMapping: { Linger: { Route: /linger } } } }
`;

describe('codes of the gateway', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([linger]);
    const broken = `MappingInbound: { Type: XSLT, Config: {} }`;
    const wrong = `MappingInbound: { Type: Simple, Config: { KeyMapDefault: { MapType: MapTo, MapTo: '0' },
      ValueMapDefault: { MapType: Keep, MapTo: '' } } }`;
    harness.publish({
      Plain: service({ gateway: `{ ${CONTRACT} }` }),
      Hosts: service({ gateway: `{ ${CONTRACT}, Transport: { HostHeader: [tickets.example.org] } }` }),
      Broken: service({ gateway: `{ ${CONTRACT} }`, mapping: broken }),
      Wrong: service({ gateway: `{ ${CONTRACT} }`, mapping: wrong }),
      Lingering: LINGERING,
      Bare: `Debugger: { DebugThreshold: error }\nGateway: { ${CONTRACT} }\nProvider: { Operation: {}, Transport: { Type: HTTP::REST, Config: {} } }\n`,
    });
  });

  afterAll(async () => {
    await harness.close();
  });

  it.each<[string, string, Call, number]>([
    ['Gateway.WrongStructure', '/Plain/echo', { method: 'POST', body: '5' }, 400],
    ['Gateway.HostNotAllowed', '/Hosts/echo', {}, 421],
    ['Gateway.MappingBroken', '/Broken/echo', { method: 'POST', body: { a: 1 } }, 500],
    ['Gateway.MappingFailed', '/Wrong/echo', { method: 'POST', body: { a: 1 } }, 500],
    ['Gateway.OperationMissing', '/Plain/gone', {}, 500],
    ['Gateway.OperationFault', '/Plain/fail', { method: 'POST', body: { How: 'fault' } }, 500],
    ['Gateway.Timeout', '/Lingering/linger', {}, 408],
    ['Gateway.TransportNotConfigured', '/Bare/echo', {}, 500],
  ])('%s is answered at %s', async (...[code, path, call, status]) => {
    const answer = await harness.call(`/Webservice${path}`, call);
    expect({ status: answer.status, text: answer.text }).toEqual({
      status,
      text: expect.stringContaining(`"ErrorCode":"${code}"`) as unknown,
    });
  });

  it('a request that timed out leaves a line in the log with its service, operation and seconds', async () => {
    harness.log.length = 0;
    await harness.call('/Webservice/Lingering/linger');
    expect(harness.log).toEqual([
      expect.stringMatching(/^a request timed out .*"service":"Lingering","operation":"Linger","seconds":1}$/),
    ]);
  });

  it('Gateway.BodyNotReadable is thrown when a body breaks off', async () => {
    const request = Object.assign(new PassThrough(), { headers: { 'content-length': '9' }, socket: new PassThrough() });
    // Of a request, only its headers and its stream are read, and whether its connection ends.
    const reservation = new ByteLimit(LIMITS.bodies).open('192.0.2.1');
    const rules = { limit: 100, reservation, pace: LIMITS.reading.pace, isZipped: false, onChunk: () => undefined };
    const body = readBody(request as unknown as IncomingMessage, rules);
    request.write('{');
    request.destroy(new Error('The connection was cut.'));
    await expect(body).rejects.toMatchObject({ code: 'Gateway.BodyNotReadable', reason: 'Invalid' });
  });

  it.each<[string, readonly Partial<Operation>[]]>([
    ['Gateway.DuplicateOperation', [{}, {}]],
    ['Gateway.InvalidOperation', [{ type: 'Echo' as Operation['type'] }]],
    ['Gateway.InvalidOperation', [{ effect: 'read' as Operation['effect'] }]],
    ['Gateway.InvalidOperation', [{ checks: 'schema', input: { type: 'nothing' } }]],
    ['Gateway.InvalidOperation', [{ checks: 'own', input: { type: 'nothing' } }]],
    ['Gateway.InvalidOperation', [{ checks: 'schema', input: { properties: { Title: { typ: 'string' } } } }]],
    ['Gateway.InvalidOperation', [{ checks: 'own', input: { properties: { Title: { typ: 'string' } } } }]],
  ])('%s is thrown when operations are registered', (code, operations) => {
    const registry = new OperationRegistry();
    const register = () => {
      for (const operation of operations) registry.register({ ...echo, ...operation });
    };
    expect(register).toThrow(expect.objectContaining({ code }) as Error);
  });
});
