import { fuzzSecrets } from './fuzz-secrets.js';

describe('secrets in requests', () => {
  it('are found in no table, log, file or answer, however they are written and broken', async () => {
    const { leaks, recorded } = await fuzzSecrets({ seed: 20_261_122, count: 1_000 });
    expect(leaks).toEqual([]);
    expect(recorded).toBeGreaterThan(1_000);
  });
});
