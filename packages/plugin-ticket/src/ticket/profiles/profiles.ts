import type { ProfileName } from '@ticketgate/sdk';

import { whyNotAddressLine } from '../../addresses/email.js';
import { contractRules } from './contract.js';
import type { WriteRules } from './write-rules.js';

/** The values that the family takes. */
const otoboRules: WriteRules = {
  readParts: (parts) => parts,
  requireHistory: () => undefined,
  async whyNotCustomer(text, { customer, settings }) {
    return customer === undefined && (await whyNotAddressLine(text, settings)) === undefined ? undefined : '';
  },
  unknownField: () => 'DynamicField->Name parameter is invalid!',
  whyNotHeld: () => undefined,
  isStrictOnPermissions: false,
};

export const writeRules: Readonly<Record<ProfileName, WriteRules>> = { otobo: otoboRules, contract: contractRules };
