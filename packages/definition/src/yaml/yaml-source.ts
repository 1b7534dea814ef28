import type { DocumentPath, SchemaFinding } from '@ticketgate/sdk/schema';
import { Document, LineCounter, parseAllDocuments, isScalar, visit, Scalar, type ScalarTag, Lexer } from 'yaml';

import { AT_START, type Diagnostic } from '../diagnostic.js';
import { findRange, narrowToLine, placeRange, type Place, type Range, keyText, rangeOf } from './source-range.js';

/**
 * The YAML of the family: plain scalars are strings, except `~`, `null` and nothing at all (null), `true` and `false`.
 * Together with the schema `failsafe` of the yaml package, which knows strings only.
 */
const familyTags: ScalarTag[] = [
  {
    identify: (value) => value === null || value === undefined,
    createNode: () => new Scalar(null),
    default: true,
    tag: 'tag:yaml.org,2002:null',
    test: /^(?:~|null)?$/,
    resolve: () => new Scalar(null),
    stringify: ({ source }, context) => source ?? context.options.nullStr,
  },
  {
    identify: (value) => typeof value === 'boolean',
    default: true,
    tag: 'tag:yaml.org,2002:bool',
    test: /^(?:true|false)$/,
    resolve: (text) => new Scalar(text === 'true'),
    stringify: ({ source, value }) => source ?? (value === true ? 'true' : 'false'),
  },
];

export type YamlPath = DocumentPath;

/** `family`: scalars are texts. `core`: numbers are numbers, as YAML 1.2 has them. */
type YamlDialect = 'family' | 'core';

/** A problem without its place in the text. */
export interface Finding extends SchemaFinding {
  readonly breaks?: string;
  /** A line of the value, which is a text of several; the first one is 1. */
  readonly textLine?: number | undefined;
}

/** Reads a definition as {@link readYaml} does; one that is too large is not read at all. */
export function readDefinitionYaml(text: string, file: string, mostBytes: number): YamlSource {
  const size = findSizeProblem(text, file, mostBytes);
  const source = readYaml(size === undefined ? text : '', file, 'family');
  return size === undefined ? source : { ...source, text, value: undefined, problems: [size] };
}

/** A YAML text with the way back from each value to its line. */
export type YamlSource = Readonly<ReturnType<typeof readYaml>>;

/** Reads a YAML text; never throws. */
export function readYaml(text: string, file: string, dialect: YamlDialect) {
  const lineCounter = new LineCounter();
  const { documents, crash } = parseDocuments(text, lineCounter, dialect);
  const document: Document = documents.at(-1) ?? new Document(null);
  const spot = (range: Range) => placeRange(lineCounter, text, range);
  const problems = [
    ...documents.flatMap((each) => documentProblems(each, { file, spot, lineCounter })),
    ...documents.slice(1, 2).map(({ range: [start] }) => secondDocument({ file, ...spot([start, start + 1]) })),
  ];
  const reading = documents.some(({ errors }) => errors.length > 0) ? { value: undefined } : toValue(document);
  const failure = crash ?? reading.failure;
  if (failure !== undefined) problems.push(syntaxProblem({ file, ...spot([0, 0]) }, failure, 'error'));
  return {
    file,
    text,
    /** The last document of the text; of several the last one wins. */
    document,
    /** All of them; empty where the text is too large or too deep to be read. */
    documents,
    /** Plain data; of duplicate keys the last one wins. Undefined when the text is not YAML. */
    value: failure === undefined ? reading.value : undefined,
    /** Problems of the YAML itself. */
    problems,
    /** The lines and columns of a range of the text. */
    locate: spot,
    /** Puts a finding at its place in the text; what is absent is reported at its nearest parent. */
    toDiagnostic: ({ at, suggestion, textLine, ...finding }: Finding): Diagnostic => ({
      file,
      ...spot(narrowToLine(text, findRange(document, finding.path, at ?? 'value'), textLine)),
      ...finding,
      ...(suggestion === undefined ? {} : { suggestion }),
    }),
  };
}

interface Spotting {
  readonly file: string;
  readonly spot: (range: Range) => Place;
  readonly lineCounter: LineCounter;
}

function documentProblems(document: Document.Parsed, { file, spot, lineCounter }: Spotting): readonly Diagnostic[] {
  const duplicates = findDuplicateKeys(document, (offset) => lineCounter.linePos(offset).line);
  return [
    ...document.errors.map((error) => syntaxProblem({ file, ...spot(error.pos) }, error.message, 'error')),
    ...document.warnings.map((warning) => syntaxProblem({ file, ...spot(warning.pos) }, warning.message, 'warning')),
    ...duplicates.map(({ range, ...rest }) => ({ file, ...spot(range), ...rest })),
  ];
}

/** Only the last document of a text has an effect, which nobody expects who left a "---" behind. */
function secondDocument(place: Place & { file: string }): Diagnostic {
  const message =
    'A second YAML document starts here, but only the last one in a file has an effect; remove the "---" before it, or move it to a file of its own.';
  return { ...place, severity: 'error', code: 'second-document', message, path: [] };
}

function parseDocuments(
  text: string,
  lineCounter: LineCounter,
  dialect: YamlDialect,
): { documents: Document.Parsed[]; crash?: string } {
  // Tags such as !!binary and !!set would make objects that JSON does not have.
  const quiet = { logLevel: 'error', prettyErrors: false } as const;
  const options = { ...quiet, lineCounter, uniqueKeys: false, resolveKnownTags: false } as const;
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

function syntaxProblem(place: Place & { file: string }, text: string, severity: Diagnostic['severity']): Diagnostic {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  const message = `This is not YAML: ${sentence} Correct the line, or quote the value if it is a text.`;
  return { ...place, severity, code: 'yaml-syntax', message, path: [] };
}

/** A duplicate key and its position. */
type DuplicateKey = Pick<Diagnostic, 'severity' | 'code' | 'message' | 'path'> & { readonly range: Range };

/** Keys that appear twice in one map: the later one silently replaces the earlier one. */
function findDuplicateKeys(document: Document, lineOf: (offset: number) => number): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Map<string, Range>();
      for (const { key } of map.items) {
        const range = rangeOf(key);
        if (!isScalar(key) || range === undefined) continue;
        const name = keyText(key);
        const earlier = seen.get(name);
        if (earlier !== undefined) found.push(report(name, range, lineOf(earlier[0])));
        else seen.set(name, range);
      }
    },
  });
  return found;
}

function report(name: string, range: Range, line: number): DuplicateKey {
  const message = `The key "${name}" is already in line ${line} of the same map, and the last one wins; remove or rename one of them.`;
  return { severity: 'error', code: 'duplicate-key', message, path: [], range };
}

/** Most bytes of a definition unless somebody sets another limit: reading time and memory grow with its size. */
export const LARGEST_DEFINITION = 2_000_000;

/** Bytes for each token that a definition may have: each becomes an object of some hundred bytes. */
const BYTES_PER_TOKEN = 4;

/** The diagnostic of a definition that is too large; undefined for others. */
export function findSizeProblem(text: string, file: string, mostBytes: number): Diagnostic | undefined {
  if (Buffer.byteLength(text) > mostBytes) return tooLarge(`${mostBytes / 1_000_000} MB`, file);
  const mostTokens = Math.ceil(mostBytes / BYTES_PER_TOKEN);
  // A token has at least one character, and most definitions have fewer characters than that.
  if (text.length <= mostTokens) return undefined;
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    count += token.length > 0 ? 1 : 0;
    if (count > mostTokens) return tooLarge(`${mostTokens.toLocaleString('en')} tokens`, file);
  }
  return undefined;
}

function tooLarge(limit: string, file: string): Diagnostic {
  const message = `The definition has more than ${limit} and is not read (limits.definitionBytes). Split it into several web services.`;
  return { file, ...AT_START, severity: 'error', code: 'too-large', message, path: [] };
}
