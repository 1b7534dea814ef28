import { compilePerlPattern } from '@ticketgate/sdk';
import { OperationRegistry } from '@ticketgate/gateway';

import { isProportional, measureProcessor } from '../../../test/support/processor-time.js';
import { SecretNames } from '../src/debugger/secret-names.js';
import { Publisher } from '../src/services/publisher.js';
import { transports } from '../src/transports/transports.js';
import { echo } from './gateway-harness.js';

const registry = new OperationRegistry();
registry.register(echo);

function routes(count: number): string {
  return Array.from({ length: count }, (_, index) => `        Op${index}: { Route: /${index}/:ID }\n`).join('');
}

function operations(count: number): string {
  return Array.from({ length: count }, (_, index) => `    Op${index}: { Type: Test::Echo }\n`).join('');
}

function service(count: number): string {
  return `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config:
      RouteOperationMapping:
${routes(count)}  Operation:
${operations(count)}`;
}

/** Four operations, each with all of the patterns. */
function mappingAll(patterns: readonly string[]): string {
  const rules = JSON.stringify(Object.fromEntries(patterns.map((pattern) => [pattern, 'Mapped'])));
  const keep = "{ MapType: Keep, MapTo: '' }";
  const config = `{ KeyMapDefault: ${keep}, ValueMapDefault: ${keep}, KeyMapRegEx: ${rules} }`;
  const mapped = `Type: Test::Echo, MappingInbound: { Type: Simple, Config: ${config} }`;
  return service(4).replaceAll('Type: Test::Echo', mapped);
}

function record(config: string) {
  return { id: 1, name: 'Large', config, validID: 1 };
}

describe('publishing a large definition', () => {
  beforeAll(() => new Publisher({ registry, transports }).publish([record(service(100))]));

  it('takes a fraction of the time when it was read ahead', async () => {
    const records = [record(`${service(10)}Description: "${'words '.repeat(200_000)}"\n`)];
    const unprepared: number[] = [];
    const prepared: number[] = [];
    for (const publisher of Array.from({ length: 4 }, () => new Publisher({ registry, transports }))) {
      unprepared.push(measureProcessor(() => new Publisher({ registry, transports }).publish(records)));
      await publisher.prepare(records);
      prepared.push(measureProcessor(() => publisher.publish(records)));
      expect(publisher.table.byName('Large')?.operations.size).toBe(10);
      expect(publisher.states).toMatchObject([{ state: 'served' }]);
    }
    expect(Math.min(...prepared)).toBeLessThan(Math.min(...unprepared) / 2);
  });

  it('leaves no pattern of a mapping to be compiled', async () => {
    const used: number[] = [];
    const compiled: number[] = [];
    // The least of some tries: what else the process does now and then, such as collecting garbage, does not count.
    for (const attempt of ['A', 'B', 'C']) {
      const patterns = Array.from({ length: 400 }, (_, index) => `^Field${attempt}${index}(.+)$`);
      const records = [record(mappingAll(patterns))];
      const publisher = new Publisher({ registry, transports });
      await publisher.prepare(records);
      compiled.push(measureProcessor(() => patterns.map((pattern) => compilePerlPattern(pattern))));
      const use = () => {
        publisher.publish(records);
        for (const { inbound } of publisher.table.byName('Large')?.operations.values() ?? [])
          expect(inbound?.map({ [`Field${attempt}399x`]: 1 }, { notice: () => undefined })).toEqual({ Mapped: 1 });
      };
      used.push(measureProcessor(use));
    }
    // All four operations, instead of one.
    expect(Math.min(...used)).toBeLessThan(2 * Math.min(...compiled));
  });

  it('takes time in proportion to its routes', async () => {
    const [few, many] = [[record(service(300))], [record(service(2_400))]];
    const publisher = new Publisher({ registry, transports });
    await publisher.prepare(few);
    const once = measureProcessor(() => publisher.publish(few));
    await publisher.prepare(many);
    // 64 times would be quadratic.
    expect(measureProcessor(() => publisher.publish(many))).toBeLessThan(once * 24 + 300);
  });

  it('says why nothing of it can be served', async () => {
    const publisher = new Publisher({ registry, transports });
    const records = [record(service(2_000).replace('Debugger:', 'Debuger:'))];
    await publisher.prepare(records);
    publisher.publish(records);
    expect(publisher.states).toMatchObject([
      { state: 'not servable', reason: expect.stringContaining('Debug') as string },
    ]);
  });
});

describe('trying a definition', () => {
  it('compiles no schema again that the running gateway has', () => {
    const checked = { ...echo, checks: 'schema' } as const;
    const inputs = [new OperationRegistry(), new OperationRegistry()].map((each) => {
      each.register(checked);
      return each.get(checked.type)?.input;
    });
    expect(inputs[0]).toBeDefined();
    expect(inputs[1]).toBe(inputs[0]);
  });
});

describe('a mapping that makes secrets of thousands of names', () => {
  it('is compiled in linear time, and knows each of them', () => {
    const renamed = Array.from({ length: 20_000 }, (_, index) => [`Name${index}`, 'Password'] as const);
    expect(isProportional((count) => SecretNames.of([], renamed.slice(0, count)), 2_500)).toBe(true);
    const names = SecretNames.of([], renamed);
    expect([names.has('name19999'), names.has('Name20000')]).toEqual([true, false]);
  });
});
