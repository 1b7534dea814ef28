import { PlannedSearches } from '../plans/planned-searches.js';
import { findBadSearches, LIES } from '../plans/search-cases.js';

const MINUTES = 60_000;

describe.each([1_000, 100_000, 1_000_000])('searches for whole values among %i tickets', (count) => {
  let searches: PlannedSearches;
  beforeAll(async () => {
    searches = await PlannedSearches.start();
  });
  afterAll(() => searches.stop());

  it.each(LIES)(
    'read few rows by an index where $data',
    async (lie) => {
      expect(await findBadSearches(searches, count, lie)).toEqual([]);
    },
    30 * MINUTES,
  );
});
