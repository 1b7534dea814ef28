import { ticketSearch } from '../src/operations/ticket-search.js';
import { countingDatabase } from './support/stored-rows.js';
import { TicketTests } from './support/ticket-tests.js';

/** By their ids. */
const TITLES: Readonly<Record<number, string | null>> = {
  901: 'Printer 42',
  902: 'PRINTER 42',
  903: 'Printer 43',
  904: 'Printer-42',
  905: null,
  906: 'Part of_it \\ done',
  907: 'Part ofxit x done',
  908: '\u212Aey 7',
  909: 'Ärger',
};
const INSERT = `
insert into ticket (id, tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id,
  ticket_state_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time, escalation_response_time,
  escalation_solution_time, create_time, create_by, change_time, change_by)
select id, 'N' || id, title, 1, 1, 1, 1, 1, 3, 1, case id when 904 then '4711' else 'User-' || id end, 0, 0, 0, 0, 0, 0, now(), 1, now(), 1
from unnest($1::bigint[], $2::text[]) x (id, title)`;
const INDEXES = ['ticket_title_lower', 'ticket_customer_user_id_lower', 'ticket_customer_id_lower'];

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
  await tests.query('truncate ticket cascade');
  await tests.query(INSERT, [Object.keys(TITLES), Object.values(TITLES)]);
});

afterAll(() => tests.stop());

async function find(criteria: object): Promise<readonly number[]> {
  const { TicketID = [] } = await tests.run(ticketSearch, { ...criteria, SortBy: 'TicketNumber', OrderBy: 'Up' });
  return (TicketID as readonly string[]).map(Number);
}

const CASES: readonly (readonly [string, object, readonly number[]])[] = [
  ['whole titles in any case', { Title: 'printer 42' }, [901, 902]],
  ['one of several titles', { Title: ['printer 43', 'PRINTER-42'] }, [903, 904]],
  ['one of two alternatives', { Title: 'printer 43 || printer-42' }, [903, 904]],
  ['all but a title, and none without one', { Title: '!printer 42' }, [903, 904, 906, 907, 908, 909]],
  ['characters that mean something in patterns', { Title: 'part OF_it \\ done' }, [906]],
  ['characters of other alphabets', { Title: 'äRGER' }, [909]],
  ['customers in any case', { CustomerUserLogin: 'USER-903' }, [903]],
  ['numbers of customers', { CustomerUserLogin: '4711' }, [904]],
  ['a title and a queue', { Title: 'printer 42', QueueIDs: [1] }, [901, 902]],
  ['a title and a state', { Title: 'printer 42', StateIDs: [4] }, []],
];

describe('a search for whole values', () => {
  describe.each(['with', 'without'])('%s the indexes without case', (word) => {
    beforeAll(async () => {
      if (word === 'without') for (const index of INDEXES) await tests.query(`drop index ${index}`);
    });

    it.each(CASES)('finds %s', async (_name, criteria, found) => {
      expect(await find(criteria)).toEqual(found);
    });

    it('finds a letter that becomes one of ASCII, as the database lowers it', async () => {
      const [database] = await tests.query<{ isSame: boolean }>(`select lower('\u212A') = 'k' as "isSame"`);
      expect(await find({ Title: 'key 7' })).toEqual(database?.isSame === true ? [908] : []);
    });
  });

  it('compares the case only of titles that look like the value, if there is no index', async () => {
    const texts: string[] = [];
    const context = { ...tests.context(ticketSearch, {}), database: countingDatabase(tests.test.database, texts) };
    await ticketSearch.run({ Title: 'printer 42' }, context);
    expect(texts.join()).toMatch(/case when t\.title like any\(array\[\$\d::text\]\) then lower\(t\.title\)/);
  });
});
