import { completeDefinition } from '@ticketgate/definition';

import { SecretMissing } from './api-errors.js';
import type { ApiSystem } from './api-system.js';

/**
 * A definition that somebody has edited: answers have masks instead of secrets, which stand for those of the current version.
 *
 * @throws OperationError `Admin.SecretMissing`
 */
export async function completeText(system: ApiSystem, name: string, edited: string): Promise<string> {
  const current = await system.services.find(name);
  const { text, missing } = completeDefinition(edited, current?.config ?? '');
  const [path] = missing;
  if (path !== undefined) throw new SecretMissing({ path });
  return text;
}
