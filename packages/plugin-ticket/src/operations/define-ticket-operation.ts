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

import type { TicketContext, TicketSystem } from '../plugin/ticket-system.js';

/** Requests and answers of the contract. */
export interface ContractProfile extends Pick<OperationProfile, 'present'> {
  /** The input, whose values are of the kinds that the schema names, as the family would send it. */
  readonly readInput?: (input: Data, operation: string) => Data;
}

export interface TicketOperationParts extends Omit<Operation<TicketSystem>, 'checks' | 'profiles' | 'run'> {
  readonly contract?: ContractProfile;
  /** The effect of a list as body on the operation, if it does not crash. */
  readonly listAsBody?: 'empty';
  readonly run: (input: Data, context: TicketContext) => Promise<OperationAnswer>;
}

/** Defines an operation that the family has: it takes an object and, in profile contract, only what fits its schema. */
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
          requireWellFormed(isData(input.TicketID) ? { ...input, TicketID: undefined } : input, parts.input, operation);
          return contract.readInput === undefined ? input : contract.readInput(input, operation);
        },
      },
    },
    async run(input, context: TicketContext) {
      if (isData(input)) return parts.run(input, context);
      if (listAsBody === 'empty') return parts.run({}, context);
      // The family crashes on it, and answers accordingly (`docs/compatibility.md`).
      throw new TypeError(`The body of ${operation} is a list.`);
    },
  });
}
