import { declareMessages, type SchemaFinding, type ValuesIn } from '@ticketgate/sdk/schema';

/** A problem in a file. Lines and columns count from 1; the end is exclusive. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Errors keep a version from being published; warnings do not. */
  readonly severity: 'error' | 'warning';
  /** For example `unknown-key`; each has its section in `docs/diagnostics.md`. */
  readonly code: string;
  /** What came, what is allowed, and what to do. */
  readonly message: string;
  /** Identifies the sentence, for translations: `debug-level.unknown`. */
  readonly id?: string;
  /** The values in the sentence. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The requests that are not served as they should be because of it. */
  readonly scope?: Scope;
  readonly suggestion?: string;
  /** The change that it would break, if that turns a warning into an error. */
  readonly breaks?: string;
  /** The place in the document, for example `['Provider', 'Operation', 'TicketGet', 'Type']`. */
  readonly path: readonly (string | number)[];
}

/** The place of a problem that concerns a whole text. */
export const AT_START = { line: 1, column: 1, endLine: 1, endColumn: 2 } as const;

interface Scope {
  /** Requests to one operation, or all of them. */
  readonly of: 'operation' | 'service';
  /** Whether they are not served at all. */
  readonly stops: boolean;
}

/** A problem without its position in the text. */
export interface Finding
  extends Omit<SchemaFinding, 'id' | 'values'>, Pick<Diagnostic, 'id' | 'values' | 'scope' | 'breaks'> {
  /** The line within a value of several lines; the first one is 1. */
  readonly textLine?: number | undefined;
}

export function placeFinding(
  { at: _at, textLine: _line, suggestion, ...finding }: Finding,
  place: Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>,
): Diagnostic {
  return { ...place, ...finding, ...(suggestion === undefined ? {} : { suggestion }) };
}

type Spot = Pick<Finding, 'path' | 'at' | 'suggestion' | 'textLine'>;

type CodeIn<Id> = Id extends `${infer Code}.${string}` ? Code : Id;

/**
 * Declares diagnostics: their English sentences by id, and the requests that they concern by code. An id is a code, or a code and a word for
 * each of its sentences; parts of sentences have ids, too.
 */
export function declareDiagnostics<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  scopes?: Readonly<Partial<Record<CodeIn<keyof Texts> & string, Scope>>>,
) {
  const say = declareMessages(texts);
  const scopeByCode = new Map<string, Scope | undefined>(Object.entries(scopes ?? {}));
  const report =
    (severity: Diagnostic['severity']) =>
    <Id extends keyof Texts & string>(id: Id, spot: Spot, ...values: ValuesIn<Texts[Id]>): Finding => {
      const [code = id] = id.split('.');
      const scope = scopeByCode.get(code);
      return { severity, code, ...say(id, ...values), ...(scope && { scope }), ...spot };
    };
  return { say, error: report('error'), warning: report('warning') };
}

/** Errors keep a version from being published, warnings do not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

const declared = declareDiagnostics({ 'more-problems': `There are {more} more problems. Correct these first.` });

/** A text of 2 MB can have 300,000 diagnostics; nobody reads more than this. */
const MOST = 1_000;

/** In the order of the text, without repetitions of a message at one place. If there are too many, errors are kept first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((each) => [`${each.line}:${each.column} ${each.message}`, each]));
  const all = [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  return all.length > MOST ? limit(all) : all;
}

function limit(all: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = all.filter(({ severity }) => severity === 'error');
  const warnings = all.filter(({ severity }) => severity === 'warning');
  const kept = new Set([...errors, ...warnings].slice(0, MOST));
  const shown = all.filter((each) => kept.has(each));
  const more = all.length - MOST;
  const last = shown.slice(-1).map(({ file, line, column, endLine, endColumn }): Diagnostic => {
    const severity = errors.length > MOST ? 'error' : 'warning';
    const place = { file, line, column, endLine, endColumn };
    return placeFinding(declared[severity]('more-problems', { path: [] }, { more }), place);
  });
  return [...shown, ...last];
}
