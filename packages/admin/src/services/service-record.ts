import { type CompiledService, compileUnpublished, type ServiceRecord } from '@ticketgate/gateway';

import { requireAtMostOne } from '../tasks/task-errors.js';
import type { LooseInput, TaskSystem } from '../tasks/task.js';
import { restoreDefinitionSecrets } from './definition-text.js';
import { getService, getVersion } from './find-service.js';
import { DefinitionInvalid, SecretMissing, ServiceUnknown, VersionUnknown } from './service-errors.js';

/** Errors of reading a web service with another version or another text. */
export const RECORD_ERRORS = [ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid];

/** A web service as it is, or with another definition. */
export async function readServiceRecord(
  system: TaskSystem,
  name: string,
  { version, definition }: LooseInput<{ version: number; definition: string }>,
): Promise<ServiceRecord> {
  requireAtMostOne({ version, definition });
  const service = await getService(system, name);
  if (definition !== undefined) return { ...service, config: await restoreDefinitionSecrets(system, name, definition) };
  return version === undefined ? service : { ...service, config: (await getVersion(system, name, version)).config };
}

/** Compiles it as if it was published; undefined if it cannot be served. */
export async function compileRecord(record: ServiceRecord, system: TaskSystem): Promise<CompiledService | undefined> {
  return compileUnpublished(record, system.operations, system.host.profile);
}
