import { declareMessages, type SchemaFinding, type ValuesIn } from '@ticketgate/sdk/schema';

/** Something an admin should know about a file. Lines and columns count from 1; the end is exclusive. */
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
  /** The value, the expected values, and what to do. */
  readonly message: string;
  /** Which sentence of its code it is, for other languages: `debug-level.unknown`. */
  readonly id?: string;
  /** What its sentence says of this case. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** What is not served because of it. */
  readonly scope?: Scope;
  /** A suggestion. */
  readonly suggestion?: string;
  /** The change that it would break, if that makes an error of a warning. */
  readonly breaks?: string;
  /** Where in the document, for example `['Provider', 'Operation', 'TicketGet', 'Type']`. */
  readonly path: readonly (string | number)[];
}

/** The place of what concerns a whole text. */
export const AT_START = { line: 1, column: 1, endLine: 1, endColumn: 2 } as const;

/** The requests that are not served as they should be. */
interface Scope {
  /** Those to the operation, or all. */
  readonly of: 'operation' | 'service';
  /** Whether they are not served at all. */
  readonly stops: boolean;
}

/** A problem without its place in the text. */
export interface Finding
  extends Omit<SchemaFinding, 'id' | 'values'>, Pick<Diagnostic, 'id' | 'values' | 'scope' | 'breaks'> {
  /** A line of the value, which is a text of several; the first one is 1. */
  readonly textLine?: number | undefined;
}

/** A finding at its place in a text. */
export function placeFinding(
  { at: _at, textLine: _line, suggestion, ...finding }: Finding,
  place: Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>,
): Diagnostic {
  return { ...place, ...finding, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** Where in a document, and what was probably meant. */
type Spot = Pick<Finding, 'path' | 'at' | 'suggestion' | 'textLine'>;

type CodeIn<Id> = Id extends `${infer Code}.${string}` ? Code : Id;

/**
 * Declares diagnostics: by id their English sentences, and by code the requests that they concern. An id is a code, or a code and a word for
 * each of its sentences; other parts of sentences have ids, too.
 */
export function declareDiagnostics<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  scopes?: Readonly<Partial<Record<CodeIn<keyof Texts> & string, Scope>>>,
) {
  const say = declareMessages(texts);
  const scopeOf = new Map<string, Scope | undefined>(Object.entries(scopes ?? {}));
  const report =
    (severity: Diagnostic['severity']) =>
    <Id extends keyof Texts & string>(id: Id, spot: Spot, ...values: ValuesIn<Texts[Id]>): Finding => {
      const [code = id] = id.split('.');
      const scope = scopeOf.get(code);
      return { severity, code, ...say(id, ...values), ...(scope && { scope }), ...spot };
    };
  /** An error keeps the definition from being published. */
  return { say, error: report('error'), warning: report('warning') };
}

/** Errors keep a version from being published, warnings do not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

const declared = declareDiagnostics({ 'more-problems': `There are {more} more problems. Correct these first.` });

/** A text of 2 MB can have 300,000 diagnostics; nobody reads more than this. */
const MOST = 1_000;

/** Diagnostics in the order of the text; of several with one message at one place only the first. Of too many, errors are kept first. */
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
