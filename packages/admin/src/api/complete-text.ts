import { completeDefinition, maskDefinition } from '@ticketgate/definition';

import { SecretMissing } from './api-errors.js';
import type { ApiSystem } from './api-system.js';

/**
 * The texts whose secrets masks in a definition of that web service stand for: the current version, then the draft; the draft first if
 * the definition is the draft as answers show it.
 */
export async function findSecretTexts(system: ApiSystem, name: string, edited: string): Promise<readonly string[]> {
  const current = await system.services.find(name);
  if (current === undefined) return [];
  const draft = (await system.drafts.find(current.id))?.definition;
  if (draft === undefined) return [current.config];
  return isSameDefinition(draft, edited) ? [draft, current.config] : [current.config, draft];
}

/** But for secrets, which answers do not have. */
export function isSameDefinition(stored: string, edited: string): boolean {
  return maskDefinition(stored) === maskDefinition(edited);
}

/**
 * A definition that somebody has edited, with the secrets that its masks stand for.
 *
 * @throws OperationError `Admin.SecretMissing`
 */
export async function completeText(system: ApiSystem, name: string, edited: string): Promise<string> {
  const { text, missing } = completeDefinition(edited, await findSecretTexts(system, name, edited));
  const [path] = missing;
  if (path !== undefined) throw new SecretMissing({ path: path.join('.') });
  return text;
}
