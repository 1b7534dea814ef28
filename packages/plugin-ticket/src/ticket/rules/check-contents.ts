import { isData, OperationFault, type Data } from '@ticketgate/sdk';
import { objectsIn } from '@ticketgate/sdk/schema/words';

import { checkArticle, type AttachmentDraft, whyNoType } from '../../articles/check-article.js';
import { isContentType } from '../../articles/content-type.js';
import { prepareContent, type CompleteArticle } from '../../articles/store/prepare-article.js';
import type { DynamicField } from '../../catalogue/catalogue.js';
import { isFieldInput } from '../../dynamic-fields/field-config.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { requireAtMost } from '../../request/limits.js';
import { isText, isTextWithData, toText, trimMembers } from '../../request/family-values.js';
import { invalid, invalidFor, missing } from '../../request/input-errors.js';
import type { WriteSources } from './write-sources.js';
import type { TicketParts } from './read-parts.js';

/** The valid members of a request other than `Ticket`: its articles, and the fields outside them. */
export type CheckedContents = Readonly<Awaited<ReturnType<typeof checkContents>>>;

/** Checks everything but `Ticket` in the family's order, before any transaction. */
export async function checkContents(parts: TicketParts, sources: WriteSources) {
  const wholes: (Pick<CompleteArticle, 'checked' | 'fields'> & { own: readonly AttachmentDraft[] })[] = [];
  for (const article of parts.articles) wholes.push(await checkWhole(article, sources));
  const hasArticle = wholes.length > 0;
  const fields = checkDynamicFields(parts.dynamicFields, hasArticle, sources);
  const shared = checkAttachments(parts.attachments, hasArticle, sources);
  const articles = wholes.map(async ({ own, checked, fields: ofArticle }, index) => {
    const attachments = sources.operation === 'TicketCreate' || index === 0 ? [...own, ...shared] : own;
    const content = await prepareContent(checked, sources);
    return { checked, fields: ofArticle, attachments, owned: own.length, content };
  });
  return { articles: await Promise.all(articles), fields };
}

/** Where the host takes articles with attachments and fields of their own, an incomplete attachment is left out, and new tickets have no such fields. */
async function checkWhole(input: Data, sources: WriteSources) {
  const { operation, answers } = sources;
  const checked = await checkArticle(input, sources);
  if (!answers.takesArticleLists) return { checked, fields: [], own: [] };
  const entries = [input.DynamicField ?? []].flat();
  const files = objectsIn([input.Attachment].flat()).map(trimMembers);
  requireAtMost('DynamicFields', { what: 'Article->DynamicField', count: entries.length }, sources);
  requireAtMost('Attachments', { what: 'Article->Attachment', count: files.length }, sources);
  return {
    checked,
    fields: operation === 'TicketCreate' ? [] : checkDynamicFields(entries, true, sources),
    own: files.filter((file) => MEMBERS.every((name) => isTextWithData(file[name]))).map(readAttachment),
  };
}

/** The family's white space in messages about missing parameters. */
const GAP: Readonly<Record<WriteSources['operation'], string>> = { TicketCreate: '  ', TicketUpdate: ' ' };

/** Checks dynamic fields in the order in which they were sent; those of articles need an article in the same request. */
function checkDynamicFields(
  entries: readonly unknown[],
  hasArticle: boolean,
  sources: WriteSources,
): readonly FieldAssignment[] {
  const { operation, answers, rules } = sources;
  return entries.map((entry) => {
    const { Name: name, Value: sent } = requireObject(entry, 'DynamicField', operation);
    const value = answers.takesFlagsAsFieldValues && typeof sent === 'boolean' ? Number(sent) : sent;
    const isMissing = (member: string) =>
      missing(operation, `DynamicField->${member}${GAP[operation]}parameter is missing!`);
    if (!isTextWithData(name)) throw isMissing('Name');
    if (!isFieldInput(value) && !rules.isStrict) throw isMissing('Value');
    const field = requireField(toText(name), sources);
    if (field.objectType === 'Article' && !hasArticle) {
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
 * @throws OperationError `<Operation>.InvalidParameter`, or `<Operation>.MissingParameter` for a missing value
 */
function requireFittingValue(field: DynamicField, value: unknown, sources: WriteSources): void {
  const { operation, rules } = sources;
  if (Array.isArray(value)) requireAtMost('ListEntries', { what: 'DynamicField->Value', count: value.length }, sources);
  const problem = rules.findValueProblem(field, value, sources);
  if (problem !== undefined) throw (value === undefined ? missing : invalid)(operation, problem);
}

/** Checks attachments in the order in which they were sent; they need an article in the same request. */
function checkAttachments(
  entries: readonly unknown[],
  hasArticle: boolean,
  sources: WriteSources,
): readonly AttachmentDraft[] {
  if (entries.length > 0 && !hasArticle) {
    throw missing(sources.operation, 'To create an attachment an article is needed!');
  }
  return entries.map((entry) => checkAttachment(requireObject(entry, 'Attachment', sources.operation), sources));
}

const CONTENT_FORMS = 'Send the bytes of the file in Base64, or an empty text for an empty file.';
const MEMBERS = ['Content', 'ContentType', 'Filename'];

function checkAttachment(entry: Data, sources: Pick<WriteSources, 'operation' | 'rules'>): AttachmentDraft {
  for (const name of MEMBERS) {
    if (isTextWithData(entry[name])) continue;
    const isContent = name === 'Content' && sources.rules.isStrict;
    if (isContent && entry[name] === '') continue;
    const sentence = `Attachment->${name}  parameter is missing!`;
    throw missing(sources.operation, isContent ? `${sentence} ${CONTENT_FORMS}` : sentence);
  }
  const attachment = readAttachment(entry);
  if (isContentType(attachment.contentType)) return attachment;
  throw invalidFor(sources, 'Attachment->ContentType is invalid!', whyNoType('ContentType', entry.ContentType));
}

function readAttachment(entry: Data): AttachmentDraft {
  const optional = (name: string) => (isText(entry[name]) ? toText(entry[name]) : undefined);
  return {
    contentType: toText(entry.ContentType).toLowerCase(),
    content: toText(entry.Content),
    filename: toText(entry.Filename),
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
