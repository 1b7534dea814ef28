import type { ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';

import type { Author } from '../../admin-system.js';
import { completeText } from '../../services/complete-text.js';
import { getService, getVersion } from '../../services/find-service.js';
import type { ActionSystem } from '../action.js';

interface WantedRecord {
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
}

/** A web service as it is, or with another definition. */
export async function recordOf(
  system: ActionSystem,
  name: string,
  { version, definition }: WantedRecord,
): Promise<ServiceRecord> {
  const service = await getService(system, name);
  if (definition !== undefined) return { ...service, config: await completeText(system, name, definition) };
  return version === undefined ? service : { ...service, config: (await getVersion(system, name, version)).config };
}

export function callerOf({ login, userID }: Author): Caller {
  return { type: 'User', userID, login };
}
