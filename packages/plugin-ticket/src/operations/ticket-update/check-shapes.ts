import type { Data, Settings } from '@ticketgate/sdk';

import { isObjectWithData, trimMembers } from '../../values.js';
import { readList } from '../check-lists.js';
import { invalid } from '../input-errors.js';

/** The parts of a request; objects trimmed, entries of lists as sent. */
export interface UpdateParts {
  readonly ticket: Data | undefined;
  readonly article: Data | undefined;
  readonly dynamicFields: readonly unknown[];
  readonly attachments: readonly unknown[];
}

/** Checks the shapes of the four parts; null and absent are alike. */
export function checkShapes(input: Data, settings: Settings): UpdateParts {
  const scope = { operation: 'TicketUpdate', settings };
  return {
    ticket: objectPart(input, 'Ticket'),
    article: objectPart(input, 'Article'),
    dynamicFields: readList(input.DynamicField, 'DynamicField', scope),
    attachments: readList(input.Attachment, 'Attachment', scope),
  };
}

function objectPart(input: Data, name: string): Data | undefined {
  const part = input[name];
  if (part === undefined || part === null) return undefined;
  if (!isObjectWithData(part)) throw invalid('TicketUpdate', `${name} parameter is not valid!`);
  return trimMembers(part);
}
