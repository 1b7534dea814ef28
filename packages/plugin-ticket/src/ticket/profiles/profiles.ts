import type { ProfileName } from '@ticketgate/sdk';

import { findAddressProblem } from '../../addresses/email.js';
import { contractRules } from './contract.js';
import type { WriteRules } from './write-rules.js';

/** The rules of the family. */
const familyRules: WriteRules = {
  readParts: (parts) => parts,
  requireHistory: () => undefined,
  async findCustomerProblem(text, { customer, settings }) {
    return customer === undefined && (await findAddressProblem(text, settings)) === undefined ? undefined : '';
  },
  unknownField: () => 'DynamicField->Name parameter is invalid!',
  findStorageProblem: () => undefined,
  isStrictOnPermissions: false,
};

export function writeRulesOf(profile: ProfileName): WriteRules {
  return profile === 'contract' ? contractRules : familyRules;
}
