import { fuzzSecrets } from '../fuzz/secrets/fuzz-secrets.js';

const MINUTES = 30 * 60_000;

it(
  'finds no secret of 100,000 broken requests in tables, logs or answers',
  async () => {
    const { leaks, sent } = await fuzzSecrets({ seed: Date.now() % 1_000_000, count: 100_000 });
    expect(leaks).toEqual([]);
    expect(sent).toBe(100_000);
  },
  MINUTES,
);
