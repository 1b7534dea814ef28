import { isData, OperationFault, type Data } from '@ticketgate/sdk';

import { isObjectWithData, trimMembers } from '../../values.js';
import { invalidParameter, missingParameter } from './update-error.js';

/** The parts of a request, trimmed. */
export interface UpdateParts {
  readonly ticket: Data | undefined;
  readonly article: Data | undefined;
  readonly dynamicFields: readonly Data[];
  readonly attachments: readonly Data[];
}

/** Checks the shapes of the four parts; null and absent are alike. */
export function checkShapes(input: Data): UpdateParts {
  return {
    ticket: objectPart(input, 'Ticket'),
    article: objectPart(input, 'Article'),
    dynamicFields: listPart(input, 'DynamicField'),
    attachments: listPart(input, 'Attachment'),
  };
}

function objectPart(input: Data, name: string): Data | undefined {
  const part = input[name];
  if (part === undefined || part === null) return undefined;
  if (!isObjectWithData(part)) throw invalidParameter(`${name} parameter is not valid!`);
  return trimMembers(part);
}

function listPart(input: Data, name: string): readonly Data[] {
  const part = input[name];
  if (part === undefined || part === null) return [];
  if (isObjectWithData(part)) return [trimMembers(part)];
  if (!Array.isArray(part) || part.length === 0) throw missingParameter(`${name} parameter is missing or not valid!`);
  return part.map((item: unknown) => {
    if (!isData(item)) throw new OperationFault(`TicketUpdate: Ticket->${name} parameter is invalid!`);
    return trimMembers(item);
  });
}
