import { ServiceDrafts } from '@ticketgate/database';

import type { ActionSystem } from '../actions/action.js';
import { DraftMissing } from '../api/api-errors.js';
import { getService } from './find-service.js';

/**
 * The current version of a web service, or its draft.
 *
 * @throws OperationError `Admin.DraftMissing`
 */
export async function definitionText(system: ActionSystem, name: string, isDraft: boolean): Promise<string> {
  const { id, config } = await getService(system, name);
  if (!isDraft) return config;
  const draft = await new ServiceDrafts(system.database).find(id);
  if (draft === undefined) throw new DraftMissing({ name });
  return draft.definition;
}
