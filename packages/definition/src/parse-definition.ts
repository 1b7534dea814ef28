import { isData, MASK } from '@ticketgate/sdk';
import type { Document } from 'yaml';

import { reportCommentSecrets } from './comparing/report-comment-secrets.js';
import { hasErrors, type Diagnostic } from './diagnostic.js';
import { sortDiagnostics } from './sort-diagnostics.js';
import { readWebService } from './reading/read-web-service.js';
import { mappingTemplate } from './rules/mapping-template.js';
import { rules } from './rules/rules.js';
import { checkSchema } from './schema/check-schema.js';
import { definitionSchema } from './schema/definition-schema.js';
import type { KnownNames } from './known-names.js';
import type { WebService } from './web-service.js';
import { mayBreak, refuseBreakage, type CheckedVersion } from './would-break-service.js';
import { LARGEST_DEFINITION } from './yaml/definition-size.js';
import { readDefinitionYaml, readYaml, type Finding } from './yaml/yaml-source.js';
import { restoreSecrets } from './comparing/mask-definition.js';

export interface ParseOptions extends KnownNames {
  /** The name of the text in diagnostics. */
  readonly file: string;
  /** The text of the version that is active: what works in it must not break. Without one, or to force it, anything goes. */
  readonly served?: string | undefined;
  /** The texts whose secrets `*******` stands for, the first one first. Without this, `*******` is a value like any other. */
  readonly secretsOf?: readonly string[] | undefined;
  /** A text with more is refused. */
  readonly mostBytes?: number | undefined;
  /** False: XSLT templates are not compiled. Their mistakes are never errors. */
  readonly compilesTemplates?: boolean;
}

export interface ParsedDefinition {
  /** All of them, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when there are errors. */
  readonly webService: WebService | undefined;
  /** The text as a tree, with its comments. */
  readonly document: Document;
}

/** Parses and checks a definition. Never throws and never stops at the first problem. */
export function parseDefinition(
  text: string,
  { file, served, secretsOf, mostBytes = LARGEST_DEFINITION, ...known }: ParseOptions,
): ParsedDefinition {
  const source = readDefinitionYaml(text, file, mostBytes);
  const { value } = source;
  const own = value === undefined ? [] : findingsOf(value, known);
  // To read the active version takes as long as to read the new one.
  const before = own.some(mayBreak) && served !== text ? readServed(served, known) : undefined;
  const findings =
    isData(value) && before !== undefined ? refuseBreakage({ config: value, findings: own }, before) : own;
  const masks = value === undefined ? [] : findMasks(text, secretsOf);
  const placed = [...findings, ...masks].map((finding) => source.toDiagnostic(finding));
  const diagnostics = sortDiagnostics([...source.problems, ...placed, ...reportCommentSecrets(source)]);
  const isBroken = hasErrors(diagnostics);
  return { diagnostics, webService: isBroken ? undefined : readWebService(value), document: source.document };
}

/** The result of {@link parseDefinition}. */
export function checkDefinition(text: string, options: ParseOptions): readonly Diagnostic[] {
  return parseDefinition(text, options).diagnostics;
}

/** The active version; undefined where nothing of it works. */
function readServed(text: string | undefined, known: KnownNames): CheckedVersion | undefined {
  const config = text === undefined ? undefined : readYaml(text, 'definition', 'family').value;
  if (!isData(config) || readWebService(config) === undefined) return undefined;
  return { config, findings: findingsOf(config, known) };
}

type Surroundings = KnownNames & Pick<ParseOptions, 'compilesTemplates'>;

function findingsOf(value: unknown, { compilesTemplates = true, ...known }: Surroundings): readonly Finding[] {
  const wanted = compilesTemplates ? rules : rules.filter((rule) => rule !== mappingTemplate);
  const meanings = isData(value) ? wanted.flatMap((rule) => rule({ config: value, ...known })) : [];
  return [...checkSchema(value, definitionSchema), ...meanings];
}

/** Masks in a text that stand for no secret of the `known` texts: published, they would be the secret. Without those, there are no masks. */
function findMasks(text: string, known: readonly string[] | undefined): readonly Finding[] {
  if (known === undefined) return [];
  return restoreSecrets(text, known).missing.map((path) => ({
    severity: 'error',
    code: 'masked-secret',
    path,
    message: `${path.join('.')} is "${MASK}", which stands for a secret that is stored. None is stored there, so write the secret itself.`,
  }));
}
