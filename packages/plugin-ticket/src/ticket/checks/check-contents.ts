import { isData, OperationFault, type Data } from '@ticketgate/sdk';

import { checkArticle, type AttachmentDraft } from '../../articles/check-article.js';
import { isContentType } from '../../articles/content-type.js';
import { prepareContent, type CompleteArticle } from '../../articles/store/prepare-article.js';
import type { DynamicField } from '../../catalogue/catalogue.js';
import { isFieldInput } from '../../dynamic-fields/field-config.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { requireAtMost } from '../../request/limits.js';
import { isText, isTextWithData, textOf, trimMembers } from '../../request/family-values.js';
import { invalid, missing } from '../../request/input-errors.js';
import type { WriteSources } from '../write-sources.js';
import type { NewTicketParts, TicketParts } from './read-parts.js';

/** The valid members of a request besides `Ticket`. */
export interface CheckedContents {
  readonly article: CompleteArticle | undefined;
  readonly fields: readonly FieldAssignment[];
}

/** The contents of a new ticket, which needs an article. */
export interface CheckedNewContents extends CheckedContents {
  readonly article: CompleteArticle;
}

/** Checks everything but `Ticket` in the family's order, before any transaction. */
export async function checkContents(parts: NewTicketParts, sources: WriteSources): Promise<CheckedNewContents>;
export async function checkContents(parts: TicketParts, sources: WriteSources): Promise<CheckedContents>;
export async function checkContents(parts: TicketParts, sources: WriteSources): Promise<CheckedContents> {
  const checked = parts.article && (await checkArticle(parts.article, sources));
  const fields = checkDynamicFields(parts, sources);
  const attachments = checkAttachments(parts, sources.operation);
  if (checked === undefined) return { article: undefined, fields };
  return { article: { checked, content: await prepareContent(checked, sources), attachments }, fields };
}

/** The family's white space in messages about missing parameters. */
const GAP: Readonly<Record<WriteSources['operation'], string>> = { TicketCreate: '  ', TicketUpdate: ' ' };

/** Checks dynamic fields in the order in which they were sent; those of articles need an article in the same request. */
function checkDynamicFields(
  { dynamicFields, article }: TicketParts,
  sources: WriteSources,
): readonly FieldAssignment[] {
  const { operation, answers, rules } = sources;
  return dynamicFields.map((entry) => {
    const { Name: name, Value: sent } = requireObject(entry, 'DynamicField', operation);
    const value = answers.takesFlagsAsFieldValues && typeof sent === 'boolean' ? Number(sent) : sent;
    const isMissing = (member: string) =>
      missing(operation, `DynamicField->${member}${GAP[operation]}parameter is missing!`);
    if (!isTextWithData(name)) throw isMissing('Name');
    if (!isFieldInput(value) && !rules.takesAnyKindOfValue) throw isMissing('Value');
    const field = requireField(textOf(name), sources);
    if (field.objectType === 'Article' && article === undefined) {
      throw missing(operation, 'To create an article DynamicField an article is required!');
    }
    requireFittingValue(field, value, sources);
    return { field, value };
  });
}

/** @throws OperationError `<Operation>.InvalidParameter` */
function requireField(name: string, { operation, catalogue: { dynamicFields }, rules }: WriteSources): DynamicField {
  const field = dynamicFields.byName(name);
  if (field !== undefined && isSettable(field)) return field;
  throw invalid(operation, rules.unknownField(name, dynamicFields.all.filter(isSettable)));
}

function isSettable({ isValid, objectType }: DynamicField): boolean {
  return isValid && ['Ticket', 'Article'].includes(objectType);
}

/**
 * Checks a value by the rules of the field's type, and whether the field can store it.
 *
 * @throws OperationError `<Operation>.InvalidParameter`, or `<Operation>.MissingParameter` for a value that is not there
 */
function requireFittingValue(field: DynamicField, value: unknown, sources: WriteSources): void {
  const { operation, rules } = sources;
  if (Array.isArray(value)) requireAtMost('ListEntries', { what: 'DynamicField->Value', count: value.length }, sources);
  const problem = rules.findValueProblem(field, value, sources);
  if (problem !== undefined) throw (value === undefined ? missing : invalid)(operation, problem);
}

/** Checks attachments in the order in which they were sent; they need an article in the same request. */
function checkAttachments({ attachments, article }: TicketParts, operation: string): readonly AttachmentDraft[] {
  if (attachments.length > 0 && article === undefined) {
    throw missing(operation, 'To create an attachment an article is needed!');
  }
  return attachments.map((entry) => checkAttachment(requireObject(entry, 'Attachment', operation), operation));
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

/** Requires an object; like the original, it throws a fault instead of an error (`docs/compatibility.md`). */
function requireObject(entry: unknown, name: string, operation: string): Data {
  if (isData(entry)) return trimMembers(entry);
  throw new OperationFault(`${operation}: Ticket->${name} parameter is invalid!`);
}
