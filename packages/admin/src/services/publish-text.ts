import { isOperationError, type OperationError } from '@ticketgate/sdk';

import { findBothSides } from './both-sides.js';
import type { Change } from './change-service.js';
import { listVersions } from './list-versions.js';
import { prepareDraft, type DraftText } from './prepare-draft.js';
import { DefinitionInvalid, DetailedError } from '../api/api-errors.js';
import type { ActionSystem } from '../actions/action.js';
import { findSecretTexts, requireReadable } from './complete-text.js';
import { describeDiagnostics } from './describe-diagnostics.js';

export type EditedText = Pick<DraftText, 'name' | 'text' | 'isForced'>;

/** Describes what publishing a definition would do, without changing anything. */
export async function describeDraft(system: ActionSystem, draft: EditedText) {
  return (await prepareText(system, draft)).described;
}

/** A definition with its secrets, and sentences about what else is wrong with it. */
export interface PublishableText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * A definition that may be published: it has no errors.
 *
 * @throws OperationError `Admin.DefinitionInvalid` with the diagnostics
 */
export async function requirePublishable(system: ActionSystem, draft: EditedText): Promise<PublishableText> {
  const { text, described } = await prepareText(system, draft);
  const { isPublishable, diagnostics } = described;
  if (!isPublishable) throw new DetailedError(new DefinitionInvalid(), { diagnostics });
  return { text, warnings: diagnostics.map(({ range, message }) => `Line ${range.start.line}: ${message}`) };
}

async function prepareText(system: ActionSystem, draft: EditedText) {
  await requireReadable(system, draft.text);
  const secretsOf = await findSecretTexts(system, draft.name, draft.text);
  const prepared = await prepareDraft(system, { ...draft, file: FILE, secretsOf });
  const { text, diagnostics, isPublishable, changes, current } = prepared;
  const described = {
    exists: current !== undefined,
    isPublishable,
    diagnostics: describeDiagnostics(diagnostics, draft.text),
    changes,
  };
  return { text, described };
}

/** The name that diagnostics give to a text without a file. */
const FILE = 'definition.yml';

/** Adds both sides to a conflict: if somebody has changed the service since the base version, the error has their changes and the author's. */
export async function withBothSides<Result>(
  system: ActionSystem,
  { name, text, base }: { readonly name: string; readonly text: string | undefined; readonly base: Change['base'] },
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change();
  } catch (cause) {
    if (!isOperationError(cause) || cause.code !== 'Database.ServiceChanged' || typeof base !== 'number') throw cause;
    throw await explained(system, cause, { name, text, base });
  }
}

interface Refused {
  readonly name: string;
  /** Undefined where the text is not what is changed. */
  readonly text: string | undefined;
  readonly base: number;
}

async function explained(system: ActionSystem, cause: OperationError, { name, text, base }: Refused): Promise<Error> {
  const service = await system.services.find(name);
  if (service === undefined) return cause;
  const [current] = await listVersions(system, name, { limit: 1 });
  // A version that never was explains nothing.
  if ((await system.services.versions.find(service.id, base)) === undefined)
    return new DetailedError(cause, { base, current });
  const { theirs, yours } = await findBothSides(system, { name, base, text: text ?? service.config });
  return new DetailedError(cause, { base, current, theirs, yours: text === undefined ? [] : yours });
}
