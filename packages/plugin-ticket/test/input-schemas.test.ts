import { criteriaParameters } from '../src/search/search-criteria.js';
import { ticketSearchInput } from '../src/operations/ticket-search.js';

describe('The input schema of TicketSearch', () => {
  it('names every parameter that restricts a search, so that profile contract refuses none of them', () => {
    const { properties } = ticketSearchInput as { properties: object };
    expect(criteriaParameters.length).toBeGreaterThan(80);
    expect(criteriaParameters.filter((name) => !Object.hasOwn(properties, name))).toEqual([]);
  });
});
