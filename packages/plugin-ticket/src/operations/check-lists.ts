import { isData, OperationFault, suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import type { AttachmentDraft } from '../articles/store/article-draft.js';
import type { DynamicField } from '../catalogue/catalogue.js';
import { fieldTypeOf } from '../dynamic-fields/field-type.js';
import { isFieldInput } from '../dynamic-fields/field-value.js';
import { whyNotHeld, type FieldAssignment } from '../dynamic-fields/plan-writes.js';
import { requireAtMost, type LimitScope } from '../limits/limits.js';
import { isContentType } from '../validation/content-type.js';
import { isObjectWithData, isText, isTextWithData, textOf, trimMembers } from '../values.js';
import { invalid, missing } from './input-errors.js';
import type { WriteSources } from './write-sources.js';

/**
 * The entries of `DynamicField` or `Attachment`: one object or a list with entries; null counts as absent.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.InvalidParameter` when there are too many
 */
export function readList(value: unknown, name: 'DynamicField' | 'Attachment', scope: LimitScope): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (isObjectWithData(value)) return [value];
  if (!Array.isArray(value) || value.length === 0) {
    throw missing(scope.operation, `${name} parameter is missing or not valid!`);
  }
  requireAtMost(`${name}s`, { what: name, count: value.length }, scope);
  return value;
}

/** Checks dynamic fields in the order in which they were sent. */
export function checkDynamicFields(entries: readonly unknown[], sources: WriteSources): readonly FieldAssignment[] {
  return entries.map((entry) => checkDynamicField(requireObject(entry, 'DynamicField', sources.operation), sources));
}

function checkDynamicField(entry: Data, sources: WriteSources): FieldAssignment {
  const { operation } = sources;
  const { Name: name, Value: value } = entry;
  if (!isTextWithData(name)) throw missing(operation, 'DynamicField->Name  parameter is missing!');
  if (!isFieldInput(value)) throw missing(operation, 'DynamicField->Value  parameter is missing!');
  const field = requireField(textOf(name), sources);
  requireFittingValue(field, value, sources);
  return { field, value };
}

/** @throws OperationError `<Operation>.InvalidParameter`, in profile contract with the name that was probably meant */
export function requireField(name: string, { operation, catalogue, context }: WriteSources): DynamicField {
  const { dynamicFields } = catalogue;
  const field = dynamicFields.byName(name);
  if (field !== undefined && isSettable(field)) return field;
  if (context.binding.profile !== 'contract') throw invalid(operation, 'DynamicField->Name parameter is invalid!');
  const known = dynamicFields.all.filter(isSettable).map((each) => each.name);
  const sentence = `There is no dynamic field ${JSON.stringify(name.slice(0, 200))} of tickets or articles.`;
  throw invalid(operation, withSuggestion(sentence, suggest(name, known), 'DynamicFieldList tells those that exist.'));
}

function isSettable({ isValid, objectType }: DynamicField): boolean {
  return isValid && ['Ticket', 'Article'].includes(objectType);
}

/**
 * Judges the value of a field by itself; in profile contract also whether the field can hold it, which is a fault elsewhere.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireFittingValue(field: DynamicField, value: unknown, sources: WriteSources): void {
  const { operation, context, now, zone } = sources;
  const { settings, binding } = context;
  const scope = { operation, settings };
  if (Array.isArray(value)) requireAtMost('ListEntries', { what: 'DynamicField->Value', count: value.length }, scope);
  const problem = fieldTypeOf(field).check(value, field, { now, zone });
  if (problem !== undefined) throw invalid(operation, `DynamicField->Value ${problem}`);
  const why = binding.profile === 'contract' ? whyNotHeld(field, value) : undefined;
  if (why !== undefined) throw invalid(operation, `DynamicField->Value of ${field.name} ${why}.`);
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
