import { PlannedSearches } from './planned-searches.js';
import { findBadSearches, LIES } from './search-cases.js';

// More of them in test/long.
describe('searches for whole values among 10,000 tickets', () => {
  let searches: PlannedSearches;
  beforeAll(async () => {
    searches = await PlannedSearches.start();
  });
  afterAll(() => searches.stop());

  it.each(LIES)('read few rows by an index where $data', async (lie) => {
    expect(await findBadSearches(searches, 10_000, lie)).toEqual([]);
  });
});

describe('a search for a pattern that became common after PostgreSQL had read its statistics', () => {
  let searches: PlannedSearches;
  beforeAll(async () => {
    searches = await PlannedSearches.start();
  });
  afterAll(() => searches.stop());

  it('reads the newest tickets, and not all that an index of trigrams finds', async () => {
    await searches.clear();
    await searches.add(1, 8, false);
    await searches.analyze();
    await searches.add(9, 10_000, false);
    const found = await searches.search({ UserLogin: 'root@localhost', Title: '*ket 9*', Limit: 20 });
    expect(found.ticketIDs.slice(0, 2)).toEqual(['9999', '9998']);
    expect(found.rows).toBeLessThan(150);
  });

  it('walks to a bound where the newest tickets promised more, and looks there once', async () => {
    const few = { UserLogin: 'root@localhost', Title: '*ket 10000', Limit: 20 };
    const { rows } = await searches.search(few);
    expect([rows > 5_000, rows < 5_200]).toEqual([true, true]);
    const again = await searches.search(few);
    expect([again.ticketIDs, again.rows < 10]).toEqual([['10000'], true]);
  });

  it('looks at the newest tickets once for a pattern that few have', async () => {
    const rare = { UserLogin: 'root@localhost', Title: '*ket 77', Limit: 20 };
    // The most that one of several searches read, and then what another one reads.
    expect((await searches.search(rare)).rows).toBeGreaterThan(100);
    const again = await searches.search(rare);
    expect([again.ticketIDs, again.rows < 10]).toEqual([['77'], true]);
  });
});

describe('a search for a pattern on the database of a host, which has no index of trigrams', () => {
  let searches: PlannedSearches;
  beforeAll(async () => {
    searches = await PlannedSearches.start();
    await searches.clear();
    await searches.dropIndex('ticket_title_trigrams');
    await searches.add(1, 10_000, true);
    await searches.analyze();
  });
  afterAll(() => searches.stop());

  it.each([{ Title: '*Disk full*' }, { CustomerUserLogin: 'moni*' }, { CustomerID: 'a*e' }])(
    'reads the newest tickets where many have it: %j',
    async (criteria) => {
      const found = await searches.search({ UserLogin: 'root@localhost', ...criteria, Limit: 20 });
      expect([found.ticketIDs.length, found.ticketIDs[0]]).toEqual([20, '10000']);
      expect(found.rows).toBeLessThan(150);
    },
  );

  it.each([
    ['*ket 50', ['50']],
    ['*no such*', []],
  ])(
    'looks at a hundred tickets once, before it reads all of them, where few have it: %s',
    async (Title, ticketIDs) => {
      const rare = { UserLogin: 'root@localhost', Title, Limit: 20 };
      const { rows } = await searches.search(rare);
      expect([rows > 10_000, rows < 10_150]).toEqual([true, true]);
      const again = await searches.search(rare);
      expect([again.ticketIDs, again.rows]).toEqual([ticketIDs, 10_000]);
    },
  );
});
