import { isData } from '@ticketgate/sdk';
import fc from 'fast-check';

import { expandContractForms } from '../src/transports/rest/reading/contract-forms.js';
import { readQuery } from '../src/transports/rest/reading/read-request.js';

/** Names as clients write them, and as they should not. */
const names = fc
  .array(fc.constantFrom('Data', '.', '[', ']', 'Ticket', '__proto__', 'constructor', '%', '\0', '', '0'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const inputs = fc.dictionary(names, fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(names, fc.jsonValue())));

describe('input of profile contract', () => {
  it('is read whatever the names and values of its members, and never changes what other objects inherit', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const read = expandContractForms(input);
        expect(isData(read)).toBe(true);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as Record<string, unknown>).Ticket).toBeUndefined();
      }),
    );
  });

  it('is read from any query string', () => {
    const queries = fc.array(
      fc.constantFrom('&', ';', '=', '%', '%zz', '%C3', '+', 'Data[', ']', '.', 'a', '__proto__'),
    );
    fc.assert(
      fc.property(queries, (parts) => {
        expect(isData(expandContractForms(readQuery(parts.join(''), Infinity)))).toBe(true);
      }),
    );
  });
});
