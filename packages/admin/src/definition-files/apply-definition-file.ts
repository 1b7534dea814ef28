import { type AppliedFile, type FolderPlace, sha256, type StoredService } from '@ticketgate/database';
import { type Diagnostic, hasErrors, offMainThread, renderCodeFrame } from '@ticketgate/definition';
import type { System } from '@ticketgate/runtime';
import type { Logger } from '@ticketgate/sdk';

import { SYSTEM_USER } from '../admin-system.js';
import { countWeekCalls } from '../open-admin-system.js';
import { INVALID, servedText, VALID } from '../services/change-service.js';
import { describeImpact, type Impact, assessImpact } from '../services/prepare-draft.js';
import type { DefinitionFile } from './definition-files.js';
import { compareFile, describeDrift, type Drift, driftAdvice, isDrift } from './find-drift.js';

/** The result of applying a file. */
export type ApplyResult =
  | { readonly kind: 'applied'; readonly diagnostics: readonly Diagnostic[]; readonly changes: readonly Impact[] }
  | { readonly kind: 'unchanged'; readonly diagnostics: readonly Diagnostic[] }
  /** It has errors: the last good version keeps serving. */
  | { readonly kind: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  /** Its service stays as it is. */
  | { readonly kind: 'kept'; readonly drift: Drift };

/** The result for a service whose file is gone. */
export type MissingResult =
  | { readonly kind: 'disabled' | 'forgotten' | 'unchanged' }
  | { readonly kind: 'kept'; readonly drift: Drift };

export interface ApplyOptions {
  readonly operationTypes: readonly string[];
  readonly place: FolderPlace;
}

/** Names and limits that a file is checked against. */
interface CheckOptions {
  readonly operationTypes: readonly string[];
  readonly mostBytes: number;
}

const UNCHANGED = { kind: 'unchanged', diagnostics: [] } as const;

/** Saves a definition file as a new version of its service, unless somebody else has changed the service (`docs/operating.md`). */
export async function applyDefinitionFile(
  system: System,
  file: DefinitionFile,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const { services } = system;
  const { name, text } = file;
  const { place } = options;
  const [stored, applied] = [await services.find(name), await services.files.find(name)];
  const relation = compareFile({ text, stored, applied, place });
  if (isDrift(relation)) return { kind: 'kept', drift: relation };
  const version = { name, text, action: `applied from ${file.path}`, isGone: false };
  if (relation === 'same') {
    if (applied !== undefined && !isNoted(applied, text, place.folder)) await save(system, version, place);
    return UNCHANGED;
  }
  const { operationTypes } = options;
  const mostBytes = system.configuration.limits.definitionBytes;
  const diagnostics = await checkFile(file, stored, { operationTypes, mostBytes });
  if (hasErrors(diagnostics)) return { kind: 'rejected', diagnostics };
  const isChanged = await save(system, { ...version, ...(applied?.isDisabled ? { validID: VALID } : {}) }, place);
  if (!isChanged) return { kind: 'unchanged', diagnostics };
  return { kind: 'applied', diagnostics, changes: await diffWith(system, stored, text) };
}

/** The changes that the file makes; none for a new service. */
async function diffWith(system: System, stored: StoredService | undefined, text: string): Promise<readonly Impact[]> {
  const changes = stored === undefined ? [] : await offMainThread('compare', stored.config, text);
  if (stored === undefined || changes.length === 0) return [];
  return assessImpact(changes, stored.id, await countWeekCalls(system));
}

/** Everything that is wrong with a file that would become a version of `stored`. */
export async function checkFile(
  { path, text, problems }: DefinitionFile,
  stored: StoredService | undefined,
  options: CheckOptions,
): Promise<readonly Diagnostic[]> {
  if (problems.length > 0) return problems;
  // The file is served as it is, so a mask in it would become the secret.
  return offMainThread('check', text, { file: path, ...options, served: servedText(stored), secretsOf: [] });
}

/** Disables a service whose file is gone, unless somebody else changed it since. */
export async function applyMissing(system: System, applied: AppliedFile, place: FolderPlace): Promise<MissingResult> {
  const { services } = system;
  const name = applied.serviceName;
  const stored = await services.find(name);
  const relation = compareFile({ text: undefined, stored, applied, place });
  if (relation === 'forgotten') {
    await services.files.forget(name);
    return { kind: 'forgotten' };
  }
  if (isDrift(relation)) return { kind: 'kept', drift: relation };
  if (relation !== 'vanished' || stored === undefined) return { kind: 'unchanged' };
  const action = 'disabled: its file is gone';
  await save(system, { name, text: stored.config, action, isGone: true, validID: INVALID }, place);
  return { kind: 'disabled' };
}

function isNoted(applied: AppliedFile, text: string, folder: string): boolean {
  return applied.sha256 === sha256(text) && applied.folder === folder && !applied.isDisabled;
}

interface AppliedText {
  readonly name: string;
  readonly text: string;
  readonly action: string;
  readonly isGone: boolean;
  readonly validID?: number;
}

/** Whether that made a version. */
async function save(
  system: System,
  { text: config, action, isGone, ...service }: AppliedText,
  place: FolderPlace,
): Promise<boolean> {
  const time = system.formatTime(system.now());
  const note = { origin: 'file', action, comment: '' } as const;
  const saved = { ...service, config, userID: SYSTEM_USER, time, file: { ...place, isGone }, note };
  return (await system.services.save(saved)).isChanged;
}

type FileName = Pick<DefinitionFile, 'name' | 'path'>;

/** Logs what became of definition files; the same drift only once. */
export class FileReport {
  readonly #logger: Logger;
  readonly #drifts = new Map<string, Drift>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  applied(file: DefinitionFile, result: ApplyResult): void {
    if (result.kind === 'kept') {
      this.#drifted(file, result.drift);
      return;
    }
    this.#drifts.delete(file.name);
    const fields = { service: file.name, file: file.path };
    if (result.kind === 'applied') {
      const changes = result.changes.map((change) => `\n  ${describeImpact(change)}`).join('');
      this.#logger.info(`web service applied from its file${changes}`, fields);
    }
    const text = renderCodeFrame(result.diagnostics, new Map([[file.path, file.text]]));
    if (result.kind === 'rejected') {
      this.#logger.error(
        `the file has errors and was not applied; the last good version keeps serving\n${text}`,
        fields,
      );
    } else if (result.diagnostics.length > 0) {
      this.#logger.warn(`the file has warnings\n${text}`, fields);
    }
  }

  missing(file: FileName, result: MissingResult): void {
    if (result.kind === 'kept') this.#drifted(file, result.drift);
    if (result.kind === 'disabled') this.#drifted(file, 'gone');
  }

  #drifted(file: FileName, drift: Drift): void {
    if (this.#drifts.get(file.name) === drift) return;
    this.#drifts.set(file.name, drift);
    const sentence = `the web service "${file.name}" and its file differ: ${describeDrift(drift)}`;
    this.#logger.warn(`${sentence}\n${driftAdvice(drift, file).message}`, { service: file.name, file: file.path });
  }
}
