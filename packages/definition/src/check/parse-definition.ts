import { isData, MASK, type Data } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { reportCommentSecrets } from '../compare/find-secrets.js';
import { declareDiagnostics, hasErrors, type Diagnostic, type Finding, sortDiagnostics } from './diagnostic.js';
import { readWebService } from '../service/read-web-service.js';
import { mappingTemplate } from '../mapping/check-mappings.js';
import { rules } from './rules.js';
import { definitionSchema } from '../service/definition-schema.js';
import type { KnownNames } from './known-names.js';
import { LARGEST_DEFINITION, readDefinitionYaml, readYaml, type YamlPath } from '../yaml/yaml-source.js';
import { restoreSecrets } from '../compare/mask-definition.js';
import { partAt } from '../yaml/read-record.js';
import { reachableNames, OPERATIONS, ROUTES } from './definition-parts.js';

interface CheckedVersion {
  readonly config: Data;
  readonly findings: readonly Finding[];
}

const { error } = declareDiagnostics({
  'masked-secret': `{path} is "{mask}", which stands for a secret that is stored. None is stored there, so write the secret itself.`,
});

/** Whether the active version decides if a finding is an error. */
function mayBreak({ code, severity, suggestion, scope }: Finding): boolean {
  if (severity === 'error') return false;
  return scope !== undefined || (code === 'unknown-key' && suggestion !== undefined);
}

/**
 * Turns findings of a new version that break something in the served one into errors. The rest stays as it is: removing a whole part, or
 * adding one, is the author's decision.
 */
function refuseBreakage(next: CheckedVersion, served: CheckedVersion): readonly Finding[] {
  const broken = new Set(served.findings.map(({ code }) => code));
  const working = workingOperations(served);
  return next.findings.map((finding) => {
    if (!mayBreak(finding)) return finding;
    const { code, path, scope } = finding;
    const isWorking = () => (scope?.of === 'service' ? !broken.has(code) : working.has(operationAt(path) ?? ''));
    const breaks = scope === undefined ? isRenamed(finding, next.config, served.config) : isWorking();
    return breaks ? { ...finding, severity: 'error', breaks: BREAKS } : finding;
  });
}

function workingOperations({ config, findings }: CheckedVersion): ReadonlySet<string> {
  if (findings.some(({ scope }) => scope?.of === 'service' && scope.stops)) return new Set();
  const ofOperations = findings.filter(({ scope }) => scope?.of === 'operation');
  const broken = new Set(ofOperations.map(({ path }) => operationAt(path) ?? ''));
  return new Set(reachableNames({ config }).filter((name) => !broken.has(name)));
}

/** Whether a misspelt key replaces a key of the active version. */
function isRenamed({ path, suggestion }: Finding, next: Data, served: Data): boolean {
  if (suggestion === undefined) return false;
  const meant = [...path.slice(0, -1), suggestion];
  return partAt(served, meant) !== undefined && partAt(next, meant) === undefined;
}

const BREAKS = 'This works in the active version, so the new one does not replace it.';

export interface ParseOptions extends KnownNames {
  readonly file: string;
  /** The text of the active version, which the new one must not break. Leave it out to force publishing, or if there is none. */
  readonly served?: string | undefined;
  /** The texts whose secrets `*******` can represent, in order of preference. Without them, `*******` is an ordinary value. */
  readonly secretsOf?: readonly string[] | undefined;
  /** A larger text is refused. */
  readonly mostBytes?: number | undefined;
  /** False: XSLT templates are not compiled. Mistakes in templates are never errors. */
  readonly compilesTemplates?: boolean;
}

/** Never throws and never stops at the first problem. With errors, there is no web service. */
export function parseDefinition(
  text: string,
  { file, served, secretsOf, mostBytes = LARGEST_DEFINITION, ...known }: ParseOptions,
) {
  const source = readDefinitionYaml(text, file, mostBytes);
  const { value } = source;
  const own = value === undefined ? [] : runRules(value, known);
  // Only if needed: reading the active version takes as long as reading the new one.
  const before = own.some(mayBreak) && served !== text ? readServed(served, known) : undefined;
  const findings =
    isData(value) && before !== undefined ? refuseBreakage({ config: value, findings: own }, before) : own;
  const masks = value === undefined ? [] : findMasks(text, secretsOf);
  const placed = [...findings, ...masks].map((finding) => source.toDiagnostic(finding));
  const diagnostics = sortDiagnostics([...source.problems, ...placed, ...reportCommentSecrets(source)]);
  const isBroken = hasErrors(diagnostics);
  return { diagnostics, webService: isBroken ? undefined : readWebService(value), document: source.document };
}

export function checkDefinition(text: string, options: ParseOptions): readonly Diagnostic[] {
  return parseDefinition(text, options).diagnostics;
}

/** The active version; undefined if nothing in it works. */
function readServed(text: string | undefined, known: KnownNames): CheckedVersion | undefined {
  const config = text === undefined ? undefined : readYaml(text, 'definition', 'family').value;
  if (!isData(config) || readWebService(config) === undefined) return undefined;
  return { config, findings: runRules(config, known) };
}

type Surroundings = KnownNames & Pick<ParseOptions, 'compilesTemplates'>;

function runRules(value: unknown, { compilesTemplates = true, ...known }: Surroundings): readonly Finding[] {
  const wanted = compilesTemplates ? rules : rules.filter((rule) => rule !== mappingTemplate);
  const meanings = isData(value) ? wanted.flatMap((rule) => rule({ config: value, ...known })) : [];
  return [...checkSchema(value, definitionSchema), ...meanings];
}

/** Masks that match no secret in the `known` texts: published, they would become the secret. Without `known`, there are no masks. */
function findMasks(text: string, known: readonly string[] | undefined): readonly Finding[] {
  if (known === undefined) return [];
  return restoreSecrets(text, known).missing.map((path) =>
    error('masked-secret', { path }, { path: path.join('.'), mask: MASK }),
  );
}

/** The operation to which a path in a definition belongs, through its entry or its route. */
export function operationAt(path: YamlPath): string | undefined {
  const parent = [OPERATIONS, ROUTES].find((each) => each.every((segment, index) => path[index] === segment));
  const name = parent && path[parent.length];
  return name === undefined ? undefined : String(name);
}
