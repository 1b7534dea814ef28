import { ServiceDrafts } from '@ticketgate/database';
import { offMainThread, type Diagnostic } from '@ticketgate/definition';
import { MASK } from '@ticketgate/sdk';

import { SecretMissing, DefinitionInvalid, DetailedError } from '../api/api-errors.js';
import type { ActionSystem } from '../tasks/action.js';
import { describeDiagnostics } from './describe-diagnostics.js';

/**
 * The texts whose secrets masks in a definition of that web service stand for: the current version, then the draft; the draft first if
 * the definition is the draft as answers show it.
 */
export async function findSecretTexts(system: ActionSystem, name: string, edited: string): Promise<readonly string[]> {
  if (!edited.includes(MASK)) return [];
  const current = await system.services.find(name);
  if (current === undefined) return [];
  const draft = (await new ServiceDrafts(system.database).find(current.id))?.definition;
  if (draft === undefined) return [current.config];
  return (await isSameDefinition(draft, edited)) ? [draft, current.config] : [current.config, draft];
}

/** Whether two definitions are the same, ignoring their secrets: answers do not have them. */
export async function isSameDefinition(stored: string, edited: string): Promise<boolean> {
  return (await offMainThread('mask', stored)) === (await offMainThread('mask', edited));
}

/**
 * A definition that somebody has edited, with the secrets that its masks stand for.
 *
 * @throws OperationError `Admin.SecretMissing`, `Admin.DefinitionInvalid`
 */
export async function restoreDefinitionSecrets(system: ActionSystem, name: string, edited: string): Promise<string> {
  await requireReadable(system, edited);
  const { text, missing } = await offMainThread('restoreSecrets', edited, await findSecretTexts(system, name, edited));
  const [path] = missing;
  if (path !== undefined) throw new SecretMissing({ path: path.join('.') });
  return text;
}

type Limits = Pick<ActionSystem, 'definitionBytes'>;

/** The diagnostic of a definition that is too large; undefined for others. */
export function findSizeProblem({ definitionBytes }: Limits, text: string): Promise<Diagnostic | undefined> {
  return offMainThread('size', text, '', definitionBytes);
}

/**
 * Nothing is done with a definition that is too large.
 *
 * @throws OperationError `Admin.DefinitionInvalid` with the diagnostic
 */
export async function requireReadable(limits: Limits, text: string): Promise<void> {
  const problem = await findSizeProblem(limits, text);
  if (problem === undefined) return;
  throw new DetailedError(new DefinitionInvalid(), { diagnostics: describeDiagnostics([problem], text) });
}
