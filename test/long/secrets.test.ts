import { fuzzSecrets } from '../fuzz/secrets/fuzz-secrets.js';

const MINUTES = 30 * 60_000;
/** Several runs with smaller numbers do the same: each takes another seed. */
const COUNT = Number(process.env.TICKETGATE_SECRETS ?? 100_000);

it(
  `finds no secret of ${COUNT.toLocaleString('en')} broken requests in tables, logs, files or answers`,
  async () => {
    const seed = Date.now() % 1_000_000;
    const { leaks, sent } = await fuzzSecrets({ seed, count: COUNT });
    process.stderr.write(`${sent} requests of seed ${seed}\n`);
    expect(leaks).toEqual([]);
    expect(sent).toBe(COUNT);
  },
  MINUTES,
);
