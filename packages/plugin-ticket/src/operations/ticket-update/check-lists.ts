import { isData, OperationFault, type Data } from '@ticketgate/sdk';

import type { AttachmentDraft } from '../../articles/store/article-draft.js';
import { isFieldInput } from '../../dynamic-fields/field-value.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { isTextWithData, textOf, trimMembers } from '../../values.js';
import { checkAttachments, requireFittingValue, requireField } from '../check-lists.js';
import { missing } from '../input-errors.js';
import type { WriteSources } from '../write-sources.js';
import type { UpdateParts } from './check-shapes.js';

/** Checks dynamic fields in the order in which they were sent; those of articles need an article in the same request. */
export function checkUpdateFields(parts: UpdateParts, sources: WriteSources): readonly FieldAssignment[] {
  return parts.dynamicFields.map((entry) => {
    // The original answers a fault here, not an error (docs/compatibility.md).
    if (!isData(entry)) throw new OperationFault('TicketUpdate: Ticket->DynamicField parameter is invalid!');
    return checkField(trimMembers(entry), parts.article !== undefined, sources);
  });
}

function checkField(entry: Data, hasArticle: boolean, sources: WriteSources): FieldAssignment {
  const { Name: name, Value: value } = entry;
  if (!isTextWithData(name)) throw missing('TicketUpdate', 'DynamicField->Name parameter is missing!');
  if (!isFieldInput(value)) throw missing('TicketUpdate', 'DynamicField->Value parameter is missing!');
  const field = requireField(textOf(name), sources);
  if (field.objectType === 'Article' && !hasArticle) {
    throw missing('TicketUpdate', 'To create an article DynamicField an article is required!');
  }
  requireFittingValue(field, value, sources);
  return { field, value };
}

/** Checks attachments; they need an article in the same request. */
export function checkUpdateAttachments(parts: UpdateParts): readonly AttachmentDraft[] {
  if (parts.attachments.length > 0 && parts.article === undefined) {
    throw missing('TicketUpdate', 'To create an attachment an article is needed!');
  }
  return checkAttachments(parts.attachments, 'TicketUpdate');
}
