import { explainError } from '@ticketgate/sdk';
import type { DocumentPath } from '@ticketgate/sdk/schema';
import {
  Document,
  LineCounter,
  parseAllDocuments,
  isScalar,
  visit,
  Scalar,
  type ScalarTag,
  type YAMLError,
  Lexer,
} from 'yaml';

import { AT_START, declareDiagnostics, placeFinding, type Diagnostic, type Finding } from '../check/diagnostic.js';
import { findRange, narrowToLine, placeRange, type Range, keyText, rangeAt } from './source-range.js';

/**
 * The YAML of the family: plain scalars are strings, except `~`, `null` and nothing at all (null), `true` and `false`.
 * Used with the schema `failsafe` of the yaml package, which only knows strings.
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

const { error, warning } = declareDiagnostics({
  'second-document': `A second YAML document starts here, but only the last one in a file has an effect; remove the "---" before it, or move it to a file of its own.`,
  'yaml-syntax': `This is not YAML: {sentence} Correct the line, or quote the value if it is a text.`,
  'duplicate-key': `The key "{name}" is already in line {line} of the same map, and the last one wins; remove or rename one of them.`,
  'too-large.bytes': `The definition has more than {megabytes} MB and is not read (limits.definitionBytes). Split it into several web services.`,
  'too-large.tokens': `The definition has more than {tokens} tokens and is not read (limits.definitionBytes). Split it into several web services.`,
});

/** `family`: scalars are texts. `core`: numbers are numbers, as in YAML 1.2. */
type YamlDialect = 'family' | 'core';

/** Like {@link readYaml}, but does not read a text that is too large. */
export function readDefinitionYaml(text: string, file: string, mostBytes: number): YamlSource {
  const size = findSizeProblem(text, file, mostBytes);
  const source = readYaml(size === undefined ? text : '', file, 'family');
  return size === undefined ? source : { ...source, text, value: undefined, problems: [size] };
}

export type YamlSource = Readonly<ReturnType<typeof readYaml>>;

/** Never throws; `problems` says what is wrong. */
export function readYaml(text: string, file: string, dialect: YamlDialect) {
  const lineCounter = new LineCounter();
  const { documents, crash } = parseDocuments(text, lineCounter, dialect);
  const document: Document = documents.at(-1) ?? new Document(null);
  const spot = (range: Range) => placeRange(lineCounter, text, range);
  const report = (finding: Finding, range: Range) => placeFinding(finding, { file, ...spot(range) });
  const problems = [
    ...documents.flatMap((each) => documentProblems(each, lineCounter, report)),
    // Only the last document of a text has an effect, which a forgotten "---" makes surprising.
    ...documents
      .slice(1, 2)
      .map(({ range: [start] }) => report(error('second-document', { path: [] }), [start, start + 1])),
  ];
  const reading = documents.some(({ errors }) => errors.length > 0) ? { value: undefined } : toValue(document);
  const failure = crash ?? reading.failure;
  if (failure !== undefined) problems.push(report(error('yaml-syntax', { path: [] }, asSentence(failure)), [0, 0]));
  return {
    file,
    text,
    /** The last document of the text. */
    document,
    /** All documents; empty if the text is too large or too deeply nested to be read. */
    documents,
    /** Plain data; of duplicate keys the last one wins. Undefined if the text is not YAML. */
    value: failure === undefined ? reading.value : undefined,
    problems,
    /** The lines and columns of a range of the text. */
    locate: spot,
    /** Adds the position in the text; a missing key is reported at its nearest parent. */
    toDiagnostic: (finding: Finding): Diagnostic =>
      report(finding, narrowToLine(text, findRange(document, finding.path, finding.at ?? 'value'), finding.textLine)),
  };
}

function documentProblems(
  document: Document.Parsed,
  lineCounter: LineCounter,
  report: (finding: Finding, range: Range) => Diagnostic,
): readonly Diagnostic[] {
  const duplicates = findDuplicateKeys(document, (offset) => lineCounter.linePos(offset).line);
  const as =
    (level: typeof error) =>
    ({ pos, message }: YAMLError) =>
      report(level('yaml-syntax', { path: [] }, asSentence(message)), pos);
  return [
    ...document.errors.map(as(error)),
    ...document.warnings.map(as(warning)),
    ...duplicates.map(({ range, ...finding }) => report(finding, range)),
  ];
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
    // The parser recurses: some thousands of nested brackets overflow the stack.
    return { documents: [], crash: explainError(error) };
  }
}

function toValue(document: Document): { value: unknown; failure?: string } {
  try {
    return { value: document.toJS() };
  } catch (error) {
    // An alias lacks its anchor, or there are so many aliases that the text would explode.
    return { value: undefined, failure: explainError(error) };
  }
}

function asSentence(text: string) {
  return { sentence: /[.!?]$/.test(text) ? text : `${text}.` };
}

type DuplicateKey = Finding & { readonly range: Range };

/** Keys that occur twice in one map: the later one silently replaces the earlier one. */
function findDuplicateKeys(document: Document, lineOf: (offset: number) => number): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Map<string, Range>();
      for (const { key } of map.items) {
        const range = rangeAt(key);
        if (!isScalar(key) || range === undefined) continue;
        const name = keyText(key);
        const earlier = seen.get(name);
        if (earlier === undefined) seen.set(name, range);
        else found.push({ ...error('duplicate-key', { path: [] }, { name, line: String(lineOf(earlier[0])) }), range });
      }
    },
  });
  return found;
}

/** Default for the most bytes of a definition: reading time and memory grow with its size. */
export const LARGEST_DEFINITION = 2_000_000;

/** Bytes per token that a definition must have on average: each token becomes an object of some hundred bytes. */
const BYTES_PER_TOKEN = 4;

/** The diagnostic of a definition that is too large; undefined for others. */
export function findSizeProblem(text: string, file: string, mostBytes: number): Diagnostic | undefined {
  const place = { file, ...AT_START };
  if (Buffer.byteLength(text) > mostBytes)
    return placeFinding(error('too-large.bytes', { path: [] }, { megabytes: String(mostBytes / 1_000_000) }), place);
  const mostTokens = Math.ceil(mostBytes / BYTES_PER_TOKEN);
  // A token has at least one character, and most definitions are shorter than that.
  if (text.length <= mostTokens) return undefined;
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    count += token.length > 0 ? 1 : 0;
    if (count > mostTokens) return placeFinding(error('too-large.tokens', { path: [] }, { tokens: mostTokens }), place);
  }
  return undefined;
}
