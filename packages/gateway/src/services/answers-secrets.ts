import type { CompiledService } from './compiled-service.js';

/** Whether the answers of an operation may hold secrets, by the schema of its output. */
export function answersSecrets({ operations }: CompiledService, operation: string | undefined): boolean {
  const entry = operation === undefined ? undefined : operations.get(operation);
  return entry !== undefined && 'binding' in entry && entry.answersSecrets;
}
