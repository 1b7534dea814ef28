import { sha256 } from '@ticketgate/database';
import { type Diagnostic, type KnownNames, offMainThread } from '@ticketgate/definition';
import type { OperationRegistry } from '@ticketgate/gateway';
import { createFileError } from '@ticketgate/runtime';
import { MASK } from '@ticketgate/sdk';
import type { Unchanged, ValueOf } from '@ticketgate/sdk/schema';
import { LRUCache } from 'lru-cache';

import type { AdminSystem, DefinitionCounts } from '../admin-system.js';
import { DefinitionInvalid, SecretMissing } from './service-errors.js';
import type { diagnosticSchema } from './service-schemas.js';
import { DetailedError } from '../tasks/task-errors.js';
import type { Answer, TaskSystem } from '../tasks/task.js';

/**
 * The texts with the secrets that masks in a definition of that web service stand for: the current version, then the draft. The draft is
 * first if the definition is the draft as answers show it.
 */
export async function findSecretTexts(
  system: Pick<TaskSystem, 'services'>,
  name: string,
  edited: string,
): Promise<readonly string[]> {
  if (!edited.includes(MASK)) return [];
  const current = await system.services.find(name);
  if (current === undefined) return [];
  const draft = (await system.services.drafts.find(current.id))?.definition;
  if (draft === undefined) return [current.config];
  return (await isSameDefinition(draft, edited)) ? [draft, current.config] : [current.config, draft];
}

/** Whether two definitions are the same, ignoring their secrets: answers do not have them. */
export async function isSameDefinition(stored: string, edited: string): Promise<boolean> {
  return (await offMainThread('mask', stored)) === (await offMainThread('mask', edited));
}

/**
 * A definition that somebody has edited, with the secrets that its masks stand for.
 *
 * @throws OperationError `Admin.SecretMissing`, `Admin.DefinitionInvalid`
 */
export async function restoreDefinitionSecrets(system: TaskSystem, name: string, edited: string): Promise<string> {
  await requireParsed(system, edited);
  const { text, missing } = await offMainThread('restoreSecrets', edited, await findSecretTexts(system, name, edited));
  const [path] = missing;
  if (path !== undefined) throw new SecretMissing({ path: path.join('.') });
  return text;
}

type Limits = Pick<TaskSystem, 'definitionBytes'>;

/** The diagnostic of a definition that is too large; undefined for others. */
export function findTooLarge({ definitionBytes }: Limits, text: string): Promise<Diagnostic | undefined> {
  return offMainThread('size', text, '', definitionBytes);
}

/**
 * Nothing is done with a definition that is too large.
 *
 * @throws OperationError `Admin.DefinitionInvalid` with the diagnostic
 */
export async function requireParsed(limits: Limits, text: string): Promise<void> {
  const problem = await findTooLarge(limits, text);
  if (problem === undefined) return;
  throw new DetailedError(new DefinitionInvalid(), { diagnostics: describeDiagnostics([problem], text) });
}

/** The names that definitions may use. */
export function knownNames(operations: OperationRegistry): KnownNames {
  return {
    ...operations.called,
    operationTypes: operations.types(),
    customerMembers: operations.customerMembers(),
    operationOptions: operations.options(),
    operationMembers: operations.members(),
  };
}

export interface CheckedText {
  /** The name of the text in diagnostics. */
  readonly file: string;
  readonly text: string;
  /** The text of the active version, which the new one must not break; undefined: it may break anything. */
  readonly served?: string | undefined;
  /** The texts whose secrets `*******` stands for, the first one first. Without this, `*******` is a value like any other. */
  readonly secretsOf?: readonly string[] | undefined;
  readonly mostBytes?: number | undefined;
  /** `requester.allowedHosts`; undefined: destinations are not checked. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Everything that is wrong with a definition. */
export function checkText(
  operations: OperationRegistry,
  { text, ...options }: CheckedText,
): Promise<readonly Diagnostic[]> {
  return offMainThread('check', text, { ...options, ...knownNames(operations) });
}

/** A diagnostic as editors take it. */
export type DescribedDiagnostic = Unchanged<ValueOf<typeof diagnosticSchema>>;

/** Words that YAML reads without quotes. */
const PLAIN = /^[A-Za-z](?:[\w./-]|:(?!$))*$/;

/** The diagnostics of `text`, with fixes where the author's intention is likely. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[], text: string): readonly DescribedDiagnostic[] {
  const lines = text.split('\n');
  return diagnostics.map(({ severity, code, message, id, values = {}, path, suggestion, breaks, ...at }) => {
    const range = { start: { line: at.line, column: at.column }, end: { line: at.endLine, column: at.endColumn } };
    const written = at.line === at.endLine ? (lines[at.line - 1] ?? '').slice(at.column - 1, at.endColumn - 1) : '';
    const isFixable = suggestion !== undefined && written !== '';
    const fixes = isFixable
      ? [{ title: `Replace by ${suggestion}`, range, text: writtenLike(written, suggestion) }]
      : [];
    const more = { ...(id === undefined ? {} : { id, values }), ...(breaks === undefined ? {} : { breaks }) };
    return { severity, code, message, path, range, fixes, ...more };
  });
}

/**
 * Works with a text that was read from a file: what is wrong with it is shown there.
 *
 * @throws ConfigurationError
 */
export async function withFile<Result>(
  { file, text }: { readonly file: string; readonly text: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const { diagnostics } = cause instanceof DetailedError ? cause.details : {};
    if (!Array.isArray(diagnostics)) throw cause;
    // Tasks answer them like this.
    const described = diagnostics as readonly Answer<DescribedDiagnostic>[];
    throw createFileError(
      described.map((each) => inFile(each, file)),
      new Map([[file, text]]),
    );
  }
}

/** A diagnostic as the checks of files report it: the other end of {@link describeDiagnostics}. */
export function inFile({ range: { start, end }, fixes, ...plain }: Answer<DescribedDiagnostic>, file: string) {
  const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  // In the quotes of the author.
  const suggestion = fixes[0]?.text.replace(/^(['"])(.*)\1$/, '$2');
  return { ...plain, file, ...place, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Puts `word` in the quotes that the author chose. */
function writtenLike(written: string, word: string): string {
  if (written.startsWith(`'`)) return `'${word.replaceAll(`'`, `''`)}'`;
  return written.startsWith('"') || !PLAIN.test(word) ? JSON.stringify(word) : word;
}

/** Definitions whose counts are kept. */
const MOST_COUNTS = 5_000;

/** Counts the parts of definitions, and keeps the counts: lists are requested often, and definitions seldom change. */
export function countDefinitions({ operations, definitionBytes: mostBytes, allowedHosts }: CheckLimits) {
  const kept = new LRUCache<string, DefinitionCounts, string>({
    max: MOST_COUNTS,
    async fetchMethod(_digest, _known, { context: text }) {
      const diagnostics = await checkText(operations, { text, file: '', mostBytes, allowedHosts });
      const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
      return { ...(await offMainThread('count', text, mostBytes)), warnings };
    },
    ignoreFetchAbort: true,
  });
  return { of: (text: string) => kept.forceFetch(sha256(text), { context: text }) };
}

type CheckLimits = Pick<AdminSystem, 'operations' | 'definitionBytes' | 'allowedHosts'>;
