import { parseDefinition, type Diagnostic } from '@ticketgate/definition';

import type { System } from '../system/open-system.js';
import type { DefinitionFile } from './definition-files.js';
import { hasErrors } from '../configuration/file-errors.js';

/** What became of a file. */
export type ApplyResult =
  | { readonly kind: 'applied' | 'unchanged'; readonly diagnostics: readonly Diagnostic[] }
  /** It has errors: the last good version keeps serving. */
  | { readonly kind: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  /** A service of this name exists that no file made; files never overwrite it. */
  | { readonly kind: 'foreign' };

export interface ApplyOptions {
  readonly operationTypes: readonly string[];
  /** True while the server watches: then an earlier content counts as a change, too. */
  readonly isChange: boolean;
}

/** Saves a definition file as a new version of its service (design section 4). */
export async function applyDefinitionFile(
  system: System,
  file: DefinitionFile,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const { services } = system;
  const { name, path, text } = file;
  if (!options.isChange && (await services.wasApplied(name, text))) return { kind: 'unchanged', diagnostics: [] };
  const isOurs = await services.wasApplied(name);
  const stored = await services.find(name);
  if (!isOurs && stored !== undefined) return { kind: 'foreign' };
  if (file.problems.length > 0) return { kind: 'rejected', diagnostics: file.problems };
  const served = stored?.validID === 1 ? stored.config : undefined;
  const { diagnostics } = parseDefinition(text, { file: path, operationTypes: options.operationTypes, served });
  if (hasErrors(diagnostics)) return { kind: 'rejected', diagnostics };
  const time = system.formatTime(system.now());
  const { isChanged } = await services.save({ name, config: text, userID: 1, time });
  await services.markApplied(name, text);
  return { kind: isChanged ? 'applied' : 'unchanged', diagnostics };
}
