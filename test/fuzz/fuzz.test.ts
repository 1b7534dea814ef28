import { startTestDatabase, type TestDatabase } from '../support/index.js';

import { fuzzDefinitions } from './fuzz-definitions.js';
import { fuzzRemotes } from './fuzz-remotes.js';
import { fuzzRequests } from './fuzz-requests.js';
import { FuzzServer } from './fuzz-server.js';
import { findFault } from './judge.js';
import { generate } from './generate.js';
import { mutate } from './mutate.js';
import { Random } from './random.js';
import { readSeeds } from './seeds.js';
import { shippedTargets } from './services.js';

// Another one each day would fail for those who changed nothing; `npm run fuzz` takes another one each time.
const SEED = 20_261_122;

describe('the fuzzer', () => {
  it('makes the same requests from the same seed', async () => {
    const [targets, seeds] = [shippedTargets(), readSeeds()];
    const make = (random: Random) => [
      generate(random, random.pick(targets), { SessionID: 'x' }),
      mutate(random, random.pick(seeds)),
    ];
    expect(make(new Random(SEED))).toEqual(make(new Random(SEED)));
    expect(make(new Random(SEED))).not.toEqual(make(new Random(SEED + 1)));
  });

  it.each<[number, string, boolean]>([
    [500, 'Internal Server Error', true],
    [500, '{"Error":{"ErrorCode":"Gateway.InternalError","ErrorMessage":"x"}}', true],
    [503, '{"Error":{"ErrorCode":"Gateway.Invented","ErrorMessage":"x"}}', true],
    [400, 'Error\n    at parse (/app/x.ts:1:1)', true],
    [0, 'socket hang up', true],
    [500, '{"Error":{"ErrorCode":"Gateway.MappingFailed","ErrorMessage":"x"}}', false],
    [500, 'Error while decoding request content.', false],
    [413, 'Payload Too Large', false],
    [200, '{}', false],
  ])('judges %i %s', (status, text, isFault) => {
    expect(findFault({ status, text }) !== undefined).toBe(isFault);
  });

  it('finds no definition that cannot be checked and published', () => {
    expect(fuzzDefinitions(new Random(SEED), { count: 60, seconds: 6 }).findings).toEqual([]);
  });
});

describe('other systems', () => {
  it('answer nothing, and are no proxy, that a call cannot take', async () => {
    const { called, findings } = await fuzzRemotes(new Random(SEED), { count: 150, seconds: 10 });
    expect(findings).toEqual([]);
    expect(called).toBeGreaterThan(5);
  });
});

describe('the shipped services', () => {
  let database: TestDatabase;
  let server: FuzzServer;

  beforeAll(async () => {
    database = await startTestDatabase({ migrations: [] });
    server = await FuzzServer.start({ DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await server.stop();
    await database.stop();
  });

  it('answer everything without a fault', async () => {
    const { sent, findings, stall } = await fuzzRequests(server, { seed: SEED, count: 2500, seconds: 10 });
    expect(findings).toEqual([]);
    expect(sent).toBeGreaterThan(100);
    expect(stall.milliseconds > 1000 ? stall : 'short').toBe('short');
  });
});
