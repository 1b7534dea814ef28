import {
  defineFamilyOperation,
  isData,
  operationName,
  requireWellFormed,
  type Data,
  type Operation,
  type OperationAnswer,
  type OperationProfile,
} from '@ticketgate/sdk';

import { requireNoEmpty, sortOutEmpty } from '../request/strict-values.js';
import type { TicketContext, TicketSystem } from '../plugin/ticket-system.js';

/** The handling of requests and answers in profile contract. */
interface ContractProfile extends Pick<OperationProfile, 'present'> {
  /** Converts input that fits the schema to the forms of the family. */
  readonly readInput?: (input: Data, operation: string) => Data;
  /** Whether empty members count as left out: many clients send null for them. */
  readonly takesEmpty?: true;
}

export interface TicketOperationParts extends Omit<Operation<TicketSystem>, 'checks' | 'profiles' | 'run'> {
  readonly contract?: ContractProfile;
  /** How the operation treats a list as body; by default it fails. */
  readonly listAsBody?: 'empty';
  readonly run: (input: Data, context: TicketContext) => Promise<OperationAnswer>;
}

/** Errors about values of dynamic fields name the field. */
const CHECKED_BY_FIELD = ['DynamicField->Value'];

/** Defines an operation of the family, which takes an object. In profile contract, the object must fit the schema. */
export function defineTicketOperation(definition: TicketOperationParts): Operation<TicketSystem> {
  const { contract = {}, listAsBody, ...parts } = definition;
  const operation = operationName(parts);
  return defineFamilyOperation({
    ...parts,
    profiles: {
      contract: {
        ...contract,
        readInput(input) {
          // An object as TicketID has a code of its own, `WrongStructure`.
          const others = isData(input.TicketID) ? { ...input, TicketID: undefined } : input;
          requireWellFormed(others, parts.input, { operation, anyKind: CHECKED_BY_FIELD });
          const { kept, empty } = sortOutEmpty(input, parts.input);
          if (contract.takesEmpty !== true) requireNoEmpty(empty, operation);
          return contract.readInput === undefined ? kept : contract.readInput(kept, operation);
        },
      },
    },
    run(input, context: TicketContext) {
      if (isData(input)) return parts.run(input, context);
      if (listAsBody === 'empty') return parts.run({}, context);
      // The family fails on a list, and answers accordingly (`docs/compatibility.md`).
      return Promise.reject(new TypeError(`The body of ${operation} is a list.`));
    },
  });
}
