import { hashContent } from '../src/dispatch/idempotency.js';

describe('the fingerprint of a request', () => {
  const request = { Ticket: { Title: 'Ink', Queue: 'Raw' }, DynamicField: [{ Name: 'Shelf', Value: ['a', 'b'] }] };
  const fingerprint = hashContent(request);

  it('does not depend on the order of members, however deep they lie', () => {
    const turned = { DynamicField: [{ Value: ['a', 'b'], Name: 'Shelf' }], Ticket: { Queue: 'Raw', Title: 'Ink' } };
    expect(hashContent(turned)).toBe(fingerprint);
  });

  it('depends on the order of lists', () => {
    const turned = { ...request, DynamicField: [{ Name: 'Shelf', Value: ['b', 'a'] }] };
    expect(hashContent(turned)).not.toBe(fingerprint);
  });

  it.each([{ Title: 'Pen', Queue: 'Raw' }, { Title: 'Ink' }, ['Ink', 'Raw']])('depends on all values: %j', (Ticket) => {
    expect(hashContent({ ...request, Ticket })).not.toBe(fingerprint);
  });

  it('does not depend on credentials', () => {
    expect(hashContent({ ...request, UserLogin: 'anna', Password: 'secret' })).toBe(fingerprint);
  });
});
