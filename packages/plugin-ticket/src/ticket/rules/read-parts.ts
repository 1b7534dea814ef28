import type { HostAnswers } from '@ticketgate/database/postgres';
import { isData, type Data, type LimitScope } from '@ticketgate/sdk';

import { readMost, requireAtMost } from '../../request/limits.js';
import { isObjectWithData, trimMembers } from '../../request/family-values.js';
import { invalid, missing } from '../../request/input-errors.js';

/** The parts of a request that changes a ticket: objects are trimmed, entries of lists are unchanged. */
export interface TicketParts {
  readonly ticket: Data | undefined;
  /** In their order. Several only where the host takes them. */
  readonly articles: readonly Data[];
  readonly dynamicFields: readonly unknown[];
  readonly attachments: readonly unknown[];
}

/** The parts of a request for a new ticket, which needs `Ticket` and `Article`. */
export interface NewTicketParts extends TicketParts {
  readonly ticket: Data;
}

/** The host's rules of reading. */
type ReadingOptions = Pick<HostAnswers, 'takesArticleLists'>;

/** Reads the four parts and checks their shapes; null counts as absent. */
export function readParts(
  input: Data,
  scope: LimitScope,
  options: ReadingOptions & { readonly isNew: true },
): NewTicketParts;
export function readParts(input: Data, scope: LimitScope, options: ReadingOptions): TicketParts;
export function readParts(
  input: Data,
  scope: LimitScope,
  { isNew = false, takesArticleLists }: ReadingOptions & { readonly isNew?: boolean },
): TicketParts {
  // Before any text is processed.
  requireShortTexts(input, scope);
  return {
    ticket: readPart(input.Ticket, { name: 'Ticket', isNeeded: isNew }, scope),
    articles:
      takesArticleLists && Array.isArray(input.Article) && input.Article.length > 0
        ? readArticles(input.Article, scope)
        : [readPart(input.Article, { name: 'Article', isNeeded: isNew }, scope)].filter(isData),
    dynamicFields: readEach(input.DynamicField, 'DynamicField', scope),
    attachments: readEach(input.Attachment, 'Attachment', scope),
  };
}

/** Members of a create or an update. */
const MEMBERS = ['Ticket', 'Article', 'DynamicField', 'Attachment'];
/** May be longer than other texts, because long ones are parsed in threads. */
const BODY = 'Article->Body';
/** May be as long as the body of a request. */
const CONTENTS = ['Attachment->Content', 'Article->Attachment->Content'];

/**
 * Refuses texts anywhere in a writing request that would block other requests too long.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
function requireShortTexts(input: Data, scope: LimitScope): void {
  const most = readMost('TextLength', scope.settings);
  const refuse = (text: string, path: string) => {
    if (CONTENTS.includes(path)) return;
    requireAtMost(path === BODY ? 'BodyLength' : 'TextLength', { what: path, count: text.length }, scope);
  };
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      // Checked before the path is built, since there may be many deeply nested texts.
      if (value.length > most) refuse(value, path);
    } else if (Array.isArray(value)) {
      for (const entry of value) look(entry, path);
    } else if (isData(value)) {
      for (const [name, member] of Object.entries(value)) look(member, `${path}->${name}`);
    }
  };
  for (const name of MEMBERS) look(input[name], name);
}

function readPart(
  part: unknown,
  { name, isNeeded }: { readonly name: 'Ticket' | 'Article'; readonly isNeeded: boolean },
  { operation }: LimitScope,
): Data | undefined {
  if (isObjectWithData(part)) return trimMembers(part);
  if (isNeeded) throw missing(operation, `${name} parameter is missing or not valid!`);
  if (part === undefined || part === null) return undefined;
  throw invalid(operation, `${name} parameter is not valid!`);
}

/** Missing members are reported when the articles are checked. */
function readArticles(list: readonly unknown[], scope: LimitScope): readonly Data[] {
  requireAtMost('Articles', { what: 'Article', count: list.length }, scope);
  return list.map((entry) => {
    if (entry === null || isData(entry)) return trimMembers(entry ?? {});
    // The family fails, and answers accordingly (`docs/compatibility.md`).
    throw new TypeError(`An article of ${scope.operation} is not an object.`);
  });
}

/**
 * Reads the entries of `DynamicField` or `Attachment`: one object or a non-empty list; null counts as absent.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.InvalidParameter` if there are too many
 */
function readEach(value: unknown, name: 'DynamicField' | 'Attachment', scope: LimitScope): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (isObjectWithData(value)) return [value];
  if (!Array.isArray(value) || value.length === 0) {
    throw missing(scope.operation, `${name} parameter is missing or not valid!`);
  }
  requireAtMost(`${name}s`, { what: name, count: value.length }, scope);
  return value;
}
