import { PlannedSearches } from './planned-searches.js';
import { findBadSearches, LIES } from './search-cases.js';

// More of them in test/long.
describe.each([1_000, 10_000])('searches for whole values among %i tickets', (count) => {
  let searches: PlannedSearches;
  beforeAll(async () => {
    searches = await PlannedSearches.start();
  });
  afterAll(() => searches.stop());

  it.each(LIES)('read few rows by an index where $data', async (lie) => {
    expect(await findBadSearches(searches, count, lie)).toEqual([]);
  });
});
