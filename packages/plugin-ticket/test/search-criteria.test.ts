import { ticketSearchInput } from '../src/operations/ticket-search.js';
import { selectCriteria } from '../src/search/search-criteria.js';

/** Who calls, how the result comes, and what only says how other parameters are meant. */
const NO_CRITERIA = new Set(
  'SessionID UserLogin Password Limit SortBy OrderBy SearchInArchive UseSubQueues ContentSearch DynamicField'.split(
    ' ',
  ),
);

/** The other forms of times, which are put in the words of the plain parameters before criteria are asked for. */
const OTHER_FORMS = /TimeSearchType$|Time(?:Start|Stop)(?:Year|Month|Day)$|TimePoint(?:Format|Start)?$/;

describe('the criteria of a search', () => {
  const always = selectCriteria({});
  const parameters = Object.keys(ticketSearchInput.properties).filter(
    (name) => !NO_CRITERIA.has(name) && !OTHER_FORMS.test(name),
  );

  it('exist for every parameter that the schema describes as one', () => {
    const passedOver = parameters.filter((name) => selectCriteria({ [name]: '1' }).length !== always.length + 1);
    expect(parameters.length).toBeGreaterThan(80);
    expect(passedOver).toEqual([]);
  });

  it('come in one order, whatever the order of the parameters', () => {
    expect(selectCriteria({ Fulltext: 'a', Title: 'b', QueueIDs: 1 })).toEqual(
      selectCriteria({ QueueIDs: 1, Title: 'b', Fulltext: 'a' }),
    );
  });
});
