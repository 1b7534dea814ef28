import type { ProfileName } from '@ticketgate/sdk';

import { findAddressProblem } from '../../addresses/email.js';
import { fieldTypeOf } from '../../dynamic-fields/types/field-types.js';
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
  takesAnyKindOfValue: false,
  findValueProblem(field, value, moment) {
    const problem = fieldTypeOf(field).check(value, field, moment);
    return problem && `DynamicField->Value ${problem}`;
  },
  isStrictOnPermissions: false,
};

export function writeRulesOf(profile: ProfileName): WriteRules {
  return profile === 'contract' ? contractRules : familyRules;
}
