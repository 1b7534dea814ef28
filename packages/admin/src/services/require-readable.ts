import { offMainThread, type Diagnostic } from '@ticketgate/definition';

import { DefinitionInvalid, DetailedError } from '../api/api-errors.js';
import type { ActionSystem } from '../actions/action.js';
import { describeDiagnostics } from './describe-diagnostics.js';

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
