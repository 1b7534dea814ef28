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

  it.each([
    ['Queues[0]=Raw&Queues[1]=Misc', { Queues: ['Raw', 'Misc'] }],
    ['Data[Queues][1]=Misc&Data[Queues][0]=Raw', { Queues: ['Raw', 'Misc'] }],
    ['Queues[10]=c&Queues[9]=b&Queues[4294967296]=d&Queues[2]=a', { Queues: ['a', 'b', 'c', 'd'] }],
    ['Queues[]=Raw&Queues[]=Misc', { Queues: ['Raw', 'Misc'] }],
    [
      'DynamicField[0][Name]=Shelf&DynamicField[0][Like][0]=a&DynamicField[0][Like][1]=b',
      { DynamicField: [{ Name: 'Shelf', Like: ['a', 'b'] }] },
    ],
    ['Ticket[0]=a&Ticket[Title]=b', { Ticket: { '0': 'a', Title: 'b' } }],
  ])('reads the lists of %s, as PHP and others write them', (query, data) => {
    expect(expandContractForms(readQuery(query, Infinity))).toEqual(data);
  });

  it('leaves an object of a body as it came', () => {
    expect(expandContractForms({ 'Ticket.Title': 'x', Numbered: { '0': 'a' } })).toEqual({
      Ticket: { Title: 'x' },
      Numbered: { '0': 'a' },
    });
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
