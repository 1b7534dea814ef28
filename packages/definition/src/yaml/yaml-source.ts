import { Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments, type Pair } from 'yaml';

import type { Diagnostic } from '../diagnostic.js';
import { textOf } from '../perl-truth.js';
import { familyTags } from './family-dialect.js';

/** Where in a document; texts are keys of maps, numbers are places in lists. */
export type YamlPath = readonly (string | number)[];

/** `family`: scalars are texts. `core`: numbers are numbers, as YAML 1.2 has them. */
export type YamlDialect = 'family' | 'core';

/** A problem without its place in the text. */
export interface Finding extends Pick<Diagnostic, 'severity' | 'code' | 'message' | 'path'> {
  readonly suggestion?: string | undefined;
  /** Whether the key or the value at `path` is meant; the value unless said otherwise. */
  readonly at?: 'key' | 'value';
}

/** A YAML text with the way back from each value to its line. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  /** The last document of the text; of several the last one wins. */
  readonly document: Document;
  /** Plain data; of duplicate keys the last one wins. Undefined when the text is no YAML. */
  readonly value: unknown;
  /** Problems of the YAML itself. */
  readonly problems: readonly Diagnostic[];
  /** Puts a finding at its place in the text; what is absent is reported at its nearest parent. */
  place(finding: Finding): Diagnostic;
}

/** Offsets of the first character and of the one after the last. */
type Range = readonly [number, number];

/** Reads a YAML text; never throws. */
export function readYaml(text: string, file: string, dialect: YamlDialect): YamlSource {
  const lineCounter = new LineCounter();
  const { documents, crash } = parseDocuments(text, lineCounter, dialect);
  const document = documents.at(-1) ?? new Document(null);
  const spot = (range: Range) => placeRange(lineCounter, text, range);
  const problems = documents.flatMap((each) => [
    ...each.errors.map((error) => syntaxProblem({ file, ...spot(error.pos) }, error.message, 'error')),
    ...each.warnings.map((warning) => syntaxProblem({ file, ...spot(warning.pos) }, warning.message, 'warning')),
  ]);
  const reading = problems.some(({ severity }) => severity === 'error') ? { value: undefined } : toValue(document);
  const failure = crash ?? reading.failure;
  if (failure !== undefined) problems.push(syntaxProblem({ file, ...spot([0, 0]) }, failure, 'error'));
  return {
    file,
    text,
    document,
    value: failure === undefined ? reading.value : undefined,
    problems,
    place: ({ at, suggestion, ...finding }) => ({
      file,
      ...spot(findRange(document, finding.path, at ?? 'value')),
      ...finding,
      ...(suggestion === undefined ? {} : { suggestion }),
    }),
  };
}

function parseDocuments(
  text: string,
  lineCounter: LineCounter,
  dialect: YamlDialect,
): { documents: Document.Parsed[]; crash?: string } {
  const options = { lineCounter, uniqueKeys: false, prettyErrors: false } as const;
  try {
    const documents =
      dialect === 'family'
        ? parseAllDocuments(text, { ...options, schema: 'failsafe', customTags: familyTags })
        : parseAllDocuments(text, options);
    return { documents: [...documents] };
  } catch (error) {
    // The parser recurses: some thousands of nested brackets are too much for the stack.
    return { documents: [], crash: messageOf(error) };
  }
}

function toValue(document: Document): { value: unknown; failure?: string } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    // An alias without its anchor, or so many aliases that the text would explode.
    return { value: undefined, failure: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Place = Pick<Diagnostic, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

function syntaxProblem(place: Place, text: string, severity: Diagnostic['severity']): Diagnostic {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  const message = `This is not YAML: ${sentence} Correct the line, or quote the value if it is a text.`;
  return { ...place, severity, code: 'yaml-syntax', message, path: [] };
}

function placeRange(lineCounter: LineCounter, text: string, [from, to]: Range): Omit<Place, 'file'> {
  const start = lineCounter.linePos(Math.min(from, text.length));
  // A value that ends with its line break would have its end on the next line.
  const length = Math.max(1, text.slice(from, to).trimEnd().length);
  const end = lineCounter.linePos(Math.min(from + length, text.length));
  const line = Math.max(1, start.line);
  const column = Math.max(1, start.col);
  const isSameLine = Math.max(1, end.line) === line;
  return {
    line,
    column,
    endLine: Math.max(line, end.line),
    endColumn: isSameLine ? Math.max(column + 1, end.col) : Math.max(1, end.col),
  };
}

function findRange(document: Document, path: YamlPath, at: 'key' | 'value'): Range {
  let step: Step = { key: undefined, value: document.contents };
  for (const [index, segment] of path.entries()) {
    const next = findStep(isAlias(step.value) ? step.value.resolve(document) : step.value, segment);
    // What is absent is reported where its parent stands: at the parent's key if it has one, else at the first line.
    if (next === undefined) return index === 0 ? TOP : (step.key ?? rangeOf(step.value) ?? TOP);
    step = next;
  }
  const value = rangeOf(step.value);
  return (at === 'value' ? (value ?? step.key) : (step.key ?? value)) ?? TOP;
}

const TOP: Range = [0, 0];

interface Step {
  readonly key: Range | undefined;
  readonly value: unknown;
}

function findStep(node: unknown, segment: string | number): Step | undefined {
  if (isMap(node)) {
    const pair = findPair(node.items, String(segment));
    return pair && { key: rangeOf(pair.key), value: pair.value };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(segment)];
  return item === undefined ? undefined : { key: rangeOf(item), value: item };
}

/** Of duplicate keys the last one counts. */
function findPair(pairs: readonly Pair[], key: string): Pair | undefined {
  return pairs.findLast((pair) => keyText(pair.key) === key);
}

/** The text of a map's key, as it is in the plain data. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'boolean' ? String(key.value) : textOf(key.value);
}

function rangeOf(node: unknown): Range | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}
