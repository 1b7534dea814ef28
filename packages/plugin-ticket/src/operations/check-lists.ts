import { isData, OperationFault, type Data } from '@ticketgate/sdk';

import type { AttachmentDraft } from '../articles/store/article-draft.js';
import { fieldTypeOf } from '../dynamic-fields/field-type.js';
import { isFieldInput } from '../dynamic-fields/field-value.js';
import type { FieldAssignment } from '../dynamic-fields/plan-writes.js';
import { isContentType } from '../validation/content-type.js';
import { isObjectWithData, isText, isTextWithData, textOf, trimMembers } from '../values.js';
import { invalid, missing } from './input-errors.js';
import type { WriteSources } from './write-sources.js';

/**
 * The entries of `DynamicField` or `Attachment`: one object or a list with entries; null counts as absent.
 *
 * @throws OperationError `<Operation>.MissingParameter`
 */
export function readList(value: unknown, name: 'DynamicField' | 'Attachment', operation: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (isObjectWithData(value)) return [value];
  if (Array.isArray(value) && value.length > 0) return value;
  throw missing(operation, `${name} parameter is missing or not valid!`);
}

/** Checks dynamic fields in the order in which they were sent. */
export function checkDynamicFields(entries: readonly unknown[], sources: WriteSources): readonly FieldAssignment[] {
  return entries.map((entry) => checkDynamicField(requireObject(entry, 'DynamicField', sources.operation), sources));
}

function checkDynamicField(entry: Data, { operation, catalogue, now, zone }: WriteSources): FieldAssignment {
  const { Name: name, Value: value } = entry;
  if (!isTextWithData(name)) throw missing(operation, 'DynamicField->Name  parameter is missing!');
  if (!isFieldInput(value)) throw missing(operation, 'DynamicField->Value  parameter is missing!');
  const field = catalogue.dynamicFields.byName(textOf(name));
  if (field?.isValid !== true || !['Ticket', 'Article'].includes(field.objectType)) {
    throw invalid(operation, 'DynamicField->Name parameter is invalid!');
  }
  const problem = fieldTypeOf(field).check(value, field, { now, zone });
  if (problem !== undefined) throw invalid(operation, `DynamicField->Value ${problem}`);
  return { field, value };
}

/** Checks attachments in the order in which they were sent. */
export function checkAttachments(entries: readonly unknown[], operation: string): readonly AttachmentDraft[] {
  return entries.map((entry) => checkAttachment(requireObject(entry, 'Attachment', operation), operation));
}

function checkAttachment(entry: Data, operation: string): AttachmentDraft {
  for (const name of ['Content', 'ContentType', 'Filename']) {
    if (!isTextWithData(entry[name])) throw missing(operation, `Attachment->${name}  parameter is missing!`);
  }
  const contentType = textOf(entry.ContentType).toLowerCase();
  if (!isContentType(contentType)) throw invalid(operation, 'Attachment->ContentType is invalid!');
  const optional = (name: string) => (isText(entry[name]) ? textOf(entry[name]) : undefined);
  return {
    contentType,
    content: textOf(entry.Content),
    filename: textOf(entry.Filename),
    contentID: optional('ContentID'),
    contentAlternative: optional('ContentAlternative'),
    disposition: optional('Disposition'),
  };
}

/** The original answers a fault here, not an error (`docs/compatibility.md`). */
function requireObject(entry: unknown, name: string, operation: string): Data {
  if (isData(entry)) return trimMembers(entry);
  throw new OperationFault(`${operation}: Ticket->${name} parameter is invalid!`);
}
