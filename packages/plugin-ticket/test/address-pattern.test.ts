import { ticketSettings } from '../src/plugin/ticket-settings.js';
import { findAddressProblem } from '../src/addresses/email.js';
import { testSettings } from './support/test-settings.js';

describe('a pattern that addresses are compared with', () => {
  const settings = testSettings(ticketSettings, { CheckMXRecord: 0, CheckEmailInvalidAddress: '^(a+)+$' });

  it('is compared with any address at once', async () => {
    // On JavaScript's own engine this would not end.
    expect(await findAddressProblem(`${'a'.repeat(60)}@customer.org`, settings)).toBeUndefined();
  });
});
